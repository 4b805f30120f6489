-- The category "string", written by `npm run db:category -- string` from its definition.
create table strings partition of listings (
  constraint strings_attributes check (
    brand is not null
    and jsonb_typeof(attributes) = 'object'
    and attributes - array['type', 'material', 'string_type', 'gauge', 'length', 'tension', 'color', 'condition', 'shipping', 'negotiation_type', 'transaction_options'] = '{}'
    and attributes ? 'type'
    and attributes ? 'condition'
    and attributes ? 'shipping'
    and (not attributes ? 'type' or (jsonb_typeof(attributes -> 'type') = 'string' and attributes ->> 'type' in ('set', 'reel')))
    and (not attributes ? 'material' or (jsonb_typeof(attributes -> 'material') = 'string' and attributes ->> 'material' in ('natural gut', 'nylon', 'polyester', 'Synthetic')))
    and (not attributes ? 'string_type' or (jsonb_typeof(attributes -> 'string_type') = 'string' and attributes ->> 'string_type' in ('Multifilament', 'Monofilament', 'Natural gut', 'Hybrid', 'Other')))
    and (not attributes ? 'gauge' or (jsonb_typeof(attributes -> 'gauge') = 'number' and (attributes ->> 'gauge')::numeric between 0.9 and 1.7 and mod((attributes ->> 'gauge')::numeric, 0.01) = 0))
    and (not attributes ? 'length' or (jsonb_typeof(attributes -> 'length') = 'number' and (attributes ->> 'length')::numeric between 1 and 400 and mod((attributes ->> 'length')::numeric, 0.1) = 0))
    and (not attributes ? 'tension' or (jsonb_typeof(attributes -> 'tension') = 'number' and (attributes ->> 'tension')::numeric between 10 and 90 and mod((attributes ->> 'tension')::numeric, 0.5) = 0))
    and (not attributes ? 'color' or (jsonb_typeof(attributes -> 'color') = 'string' and attributes ->> 'color' in ('Natural', 'Black', 'Blue', 'Red', 'White', 'Silver', 'Gold', 'Yellow', 'Green', 'Other', 'Unknown')))
    and (not attributes ? 'condition' or (jsonb_typeof(attributes -> 'condition') = 'string' and attributes ->> 'condition' in ('New', 'Like New', 'Excellent', 'Good', 'Fair', 'Poor', 'Used')))
    and (not attributes ? 'shipping' or (jsonb_typeof(attributes -> 'shipping') = 'string' and attributes ->> 'shipping' in ('Pick up', 'Shipping', 'Pick up or shipping')))
    and (not attributes ? 'negotiation_type' or (jsonb_typeof(attributes -> 'negotiation_type') = 'string' and attributes ->> 'negotiation_type' in ('Fixed price', 'Negotiable')))
    and (not attributes ? 'transaction_options' or (jsonb_typeof(attributes -> 'transaction_options') = 'array' and attributes -> 'transaction_options' <@ jsonb_build_array('direct_checkout', 'chat', 'bid') and attributes -> 'transaction_options' ? 'chat'))
  )
) for values in ('string');

-- Buying and bidding are only announced, so a listing without chat could not be answered at all: it is switched on.
update listings
  set attributes = jsonb_set(attributes, '{transaction_options}', (
    select jsonb_agg(way order by nth)
    from unnest(array['direct_checkout', 'chat', 'bid']) with ordinality as ways (way, nth)
    where way = 'chat' or attributes -> 'transaction_options' ? way
  ))
  where attributes ? 'transaction_options' and not attributes -> 'transaction_options' ? 'chat';

alter table rackets
  drop constraint rackets_attributes,
  add constraint rackets_attributes check (
    jsonb_typeof(attributes) = 'object'
    and attributes - array['category', 'condition', 'headsize', 'weight', 'gripsize', 'string_pattern', 'color', 'swingweight', 'balance', 'transaction_options'] = '{}'
    and attributes ? 'category'
    and attributes ? 'condition'
    and (not attributes ? 'category' or (jsonb_typeof(attributes -> 'category') = 'string' and attributes ->> 'category' in ('senior', 'junior')))
    and (not attributes ? 'condition' or (jsonb_typeof(attributes -> 'condition') = 'string' and attributes ->> 'condition' in ('New', 'Like New', 'Excellent', 'Good', 'Fair', 'Poor', 'Used')))
    and (not attributes ? 'headsize' or (jsonb_typeof(attributes -> 'headsize') = 'number' and (attributes ->> 'headsize')::numeric between 75 and 135 and mod((attributes ->> 'headsize')::numeric, 0.5) = 0))
    and (not attributes ? 'weight' or (jsonb_typeof(attributes -> 'weight') = 'number' and (attributes ->> 'weight')::numeric between 200 and 400 and mod((attributes ->> 'weight')::numeric, 1) = 0))
    and (not attributes ? 'gripsize' or (jsonb_typeof(attributes -> 'gripsize') = 'string' and attributes ->> 'gripsize' in ('0', '1', '2', '3', '4', '5')))
    and (not attributes ? 'string_pattern' or (jsonb_typeof(attributes -> 'string_pattern') = 'string' and attributes ->> 'string_pattern' in ('16x19', '18x20', '16x18', '16x20', 'Other')))
    and (not attributes ? 'color' or (jsonb_typeof(attributes -> 'color') = 'string' and attributes ->> 'color' in ('Black', 'White', 'Red', 'Blue', 'Yellow', 'Green', 'Orange', 'Purple', 'Multi', 'Other')))
    and (not attributes ? 'swingweight' or (jsonb_typeof(attributes -> 'swingweight') = 'number' and (attributes ->> 'swingweight')::numeric between 150 and 450 and mod((attributes ->> 'swingweight')::numeric, 1) = 0))
    and (not attributes ? 'balance' or (jsonb_typeof(attributes -> 'balance') = 'number' and (attributes ->> 'balance')::numeric between 200 and 450 and mod((attributes ->> 'balance')::numeric, 1) = 0))
    and (not attributes ? 'transaction_options' or (jsonb_typeof(attributes -> 'transaction_options') = 'array' and attributes -> 'transaction_options' <@ jsonb_build_array('direct_checkout', 'chat', 'bid') and attributes -> 'transaction_options' ? 'chat'))
    and (not attributes ? 'headsize' or not (coalesce(attributes ->> 'category' in ('senior'), false)) or ((attributes ->> 'headsize')::numeric between 85 and 135))
    and (not attributes ? 'headsize' or not (coalesce(attributes ->> 'category' in ('junior'), false) and not (coalesce(attributes ->> 'category' in ('senior'), false))) or ((attributes ->> 'headsize')::numeric between 75 and 110))
    and (not attributes ? 'weight' or not (coalesce(attributes ->> 'category' in ('senior'), false)) or ((attributes ->> 'weight')::numeric between 250 and 400))
    and (not attributes ? 'weight' or not (coalesce(attributes ->> 'category' in ('junior'), false) and not (coalesce(attributes ->> 'category' in ('senior'), false))) or ((attributes ->> 'weight')::numeric between 200 and 280))
    and (not attributes ? 'gripsize' or not (coalesce(attributes ->> 'category' in ('junior'), false)) or (attributes ->> 'gripsize' in ('0', '1', '2')))
  );

alter table strings
  drop constraint strings_attributes,
  add constraint strings_attributes check (
    brand is not null
    and jsonb_typeof(attributes) = 'object'
    and attributes - array['type', 'material', 'string_type', 'gauge', 'length', 'tension', 'color', 'condition', 'shipping', 'negotiation_type', 'transaction_options'] = '{}'
    and attributes ? 'type'
    and attributes ? 'condition'
    and attributes ? 'shipping'
    and (not attributes ? 'type' or (jsonb_typeof(attributes -> 'type') = 'string' and attributes ->> 'type' in ('set', 'reel')))
    and (not attributes ? 'material' or (jsonb_typeof(attributes -> 'material') = 'string' and attributes ->> 'material' in ('natural gut', 'nylon', 'polyester', 'Synthetic')))
    and (not attributes ? 'string_type' or (jsonb_typeof(attributes -> 'string_type') = 'string' and attributes ->> 'string_type' in ('Multifilament', 'Monofilament', 'Hybrid', 'Other')))
    and (not attributes ? 'gauge' or (jsonb_typeof(attributes -> 'gauge') = 'number' and (attributes ->> 'gauge')::numeric between 0.9 and 1.7 and mod((attributes ->> 'gauge')::numeric, 0.01) = 0))
    and (not attributes ? 'length' or (jsonb_typeof(attributes -> 'length') = 'number' and (attributes ->> 'length')::numeric between 1 and 400 and mod((attributes ->> 'length')::numeric, 0.1) = 0))
    and (not attributes ? 'tension' or (jsonb_typeof(attributes -> 'tension') = 'number' and (attributes ->> 'tension')::numeric between 10 and 90 and mod((attributes ->> 'tension')::numeric, 0.5) = 0))
    and (not attributes ? 'color' or (jsonb_typeof(attributes -> 'color') = 'string' and attributes ->> 'color' in ('Natural', 'Black', 'Blue', 'Red', 'White', 'Silver', 'Gold', 'Yellow', 'Green', 'Other', 'Unknown')))
    and (not attributes ? 'condition' or (jsonb_typeof(attributes -> 'condition') = 'string' and attributes ->> 'condition' in ('New', 'Like New', 'Excellent', 'Good', 'Fair', 'Poor', 'Used')))
    and (not attributes ? 'shipping' or (jsonb_typeof(attributes -> 'shipping') = 'string' and attributes ->> 'shipping' in ('Pick up', 'Shipping', 'Pick up or shipping')))
    and (not attributes ? 'negotiation_type' or (jsonb_typeof(attributes -> 'negotiation_type') = 'string' and attributes ->> 'negotiation_type' in ('Fixed price', 'Negotiable')))
    and (not attributes ? 'transaction_options' or (jsonb_typeof(attributes -> 'transaction_options') = 'array' and attributes -> 'transaction_options' <@ jsonb_build_array('direct_checkout', 'chat', 'bid') and attributes -> 'transaction_options' ? 'chat'))
  );

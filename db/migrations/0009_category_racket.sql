-- The category "racket", written by `npm run db:category -- racket` from its definition.
create table rackets partition of listings (
  constraint rackets_attributes check (
    jsonb_typeof(attributes) = 'object'
    and attributes - array['category', 'condition', 'frame', 'bumper', 'paint', 'grip_state', 'string_state', 'headsize', 'weight', 'weighed', 'gripsize', 'string_pattern', 'color', 'swingweight', 'balance', 'length', 'strung_with', 'string_tension', 'strung_in', 'shipping', 'transaction_options'] = '{}'
    and attributes ? 'category'
    and attributes ? 'condition'
    and (not attributes ? 'category' or (jsonb_typeof(attributes -> 'category') = 'string' and attributes ->> 'category' in ('senior', 'junior')))
    and (not attributes ? 'condition' or (jsonb_typeof(attributes -> 'condition') = 'string' and attributes ->> 'condition' in ('New', 'Like New', 'Excellent', 'Good', 'Fair', 'Poor', 'Used')))
    and (not attributes ? 'frame' or (jsonb_typeof(attributes -> 'frame') = 'string' and attributes ->> 'frame' in ('intact', 'chipped', 'cracked')))
    and (not attributes ? 'bumper' or (jsonb_typeof(attributes -> 'bumper') = 'string' and attributes ->> 'bumper' in ('unworn', 'scuffed', 'worn through')))
    and (not attributes ? 'paint' or (jsonb_typeof(attributes -> 'paint') = 'string' and attributes ->> 'paint' in ('unmarked', 'scratched', 'flaking')))
    and (not attributes ? 'grip_state' or (jsonb_typeof(attributes -> 'grip_state') = 'string' and attributes ->> 'grip_state' in ('tacky', 'firm', 'slick')))
    and (not attributes ? 'string_state' or (jsonb_typeof(attributes -> 'string_state') = 'string' and attributes ->> 'string_state' in ('fresh', 'played', 'slack', 'absent')))
    and (not attributes ? 'headsize' or (jsonb_typeof(attributes -> 'headsize') = 'number' and (attributes ->> 'headsize')::numeric between 75 and 135 and mod((attributes ->> 'headsize')::numeric, 0.5) = 0))
    and (not attributes ? 'weight' or (jsonb_typeof(attributes -> 'weight') = 'number' and (attributes ->> 'weight')::numeric between 200 and 400 and mod((attributes ->> 'weight')::numeric, 1) = 0))
    and (not attributes ? 'weighed' or (jsonb_typeof(attributes -> 'weighed') = 'string' and attributes ->> 'weighed' in ('Unstrung', 'Strung')))
    and (not attributes ? 'gripsize' or (jsonb_typeof(attributes -> 'gripsize') = 'string' and attributes ->> 'gripsize' in ('0', '1', '2', '3', '4', '5')))
    and (not attributes ? 'string_pattern' or (jsonb_typeof(attributes -> 'string_pattern') = 'string' and attributes ->> 'string_pattern' in ('16x19', '18x20', '16x18', '16x20', '14x16', '14x18', '14x21', '16x15', '16x16', '16x17', '16x21', '18x16', '18x17', '18x18', '18x19', '18x21', 'Other')))
    and (not attributes ? 'color' or (jsonb_typeof(attributes -> 'color') = 'string' and attributes ->> 'color' in ('Black', 'White', 'Red', 'Blue', 'Yellow', 'Green', 'Orange', 'Purple', 'Multi', 'Other')))
    and (not attributes ? 'swingweight' or (jsonb_typeof(attributes -> 'swingweight') = 'number' and (attributes ->> 'swingweight')::numeric between 150 and 450 and mod((attributes ->> 'swingweight')::numeric, 1) = 0))
    and (not attributes ? 'balance' or (jsonb_typeof(attributes -> 'balance') = 'number' and (attributes ->> 'balance')::numeric between 200 and 450 and mod((attributes ->> 'balance')::numeric, 1) = 0))
    and (not attributes ? 'length' or (jsonb_typeof(attributes -> 'length') = 'number' and (attributes ->> 'length')::numeric between 17 and 29 and mod((attributes ->> 'length')::numeric, 0.05) = 0))
    and (not attributes ? 'strung_with' or (jsonb_typeof(attributes -> 'strung_with') = 'string' and length(attributes ->> 'strung_with') between 1 and 60))
    and (not attributes ? 'string_tension' or (jsonb_typeof(attributes -> 'string_tension') = 'number' and (attributes ->> 'string_tension')::numeric between 10 and 90 and mod((attributes ->> 'string_tension')::numeric, 0.5) = 0))
    and (not attributes ? 'strung_in' or (jsonb_typeof(attributes -> 'strung_in') = 'number' and (attributes ->> 'strung_in')::numeric between 200001 and 209912 and mod((attributes ->> 'strung_in')::numeric, 100) between 1 and 12 and mod((attributes ->> 'strung_in')::numeric, 1) = 0))
    and (not attributes ? 'shipping' or (jsonb_typeof(attributes -> 'shipping') = 'string' and attributes ->> 'shipping' in ('Pick up', 'Shipping', 'Pick up or shipping')))
    and (not attributes ? 'transaction_options' or (jsonb_typeof(attributes -> 'transaction_options') = 'array' and attributes -> 'transaction_options' <@ jsonb_build_array('direct_checkout', 'chat', 'bid') and attributes -> 'transaction_options' ? 'chat'))
    and (not attributes ? 'headsize' or not (coalesce(attributes ->> 'category' in ('senior'), false)) or ((attributes ->> 'headsize')::numeric between 85 and 135))
    and (not attributes ? 'headsize' or not (coalesce(attributes ->> 'category' in ('junior'), false) and not (coalesce(attributes ->> 'category' in ('senior'), false))) or ((attributes ->> 'headsize')::numeric between 75 and 110))
    and (not attributes ? 'weight' or not (coalesce(attributes ->> 'category' in ('senior'), false)) or ((attributes ->> 'weight')::numeric between 250 and 400))
    and (not attributes ? 'weight' or not (coalesce(attributes ->> 'category' in ('junior'), false) and not (coalesce(attributes ->> 'category' in ('senior'), false))) or ((attributes ->> 'weight')::numeric between 200 and 280))
    and (not attributes ? 'gripsize' or not (coalesce(attributes ->> 'category' in ('junior'), false)) or (attributes ->> 'gripsize' in ('0', '1', '2')))
  )
) for values in ('racket');

-- The category "racket", written by `npm run db:category -- racket` from its definition.
create table rackets partition of listings (
  constraint rackets_attributes check (
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
  )
) for values in ('racket');

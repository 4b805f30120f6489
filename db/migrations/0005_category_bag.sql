-- The category "bag", written by `npm run db:category -- bag` from its definition.
create table bags partition of listings (
  constraint bags_attributes check (
    jsonb_typeof(attributes) = 'object'
    and attributes - array['style', 'capacity', 'condition', 'color', 'shipping'] = '{}'
    and attributes ? 'condition'
    and attributes ? 'color'
    and attributes ? 'shipping'
    and (not attributes ? 'style' or (jsonb_typeof(attributes -> 'style') = 'string' and attributes ->> 'style' in ('backpack', 'racket bag', 'duffel', 'tournament')))
    and (not attributes ? 'capacity' or (jsonb_typeof(attributes -> 'capacity') = 'number' and (attributes ->> 'capacity')::numeric between 1 and 15 and mod((attributes ->> 'capacity')::numeric, 1) = 0))
    and (not attributes ? 'condition' or (jsonb_typeof(attributes -> 'condition') = 'string' and attributes ->> 'condition' in ('New', 'Like New', 'Excellent', 'Good', 'Fair', 'Poor', 'Used')))
    and (not attributes ? 'color' or (jsonb_typeof(attributes -> 'color') = 'string' and attributes ->> 'color' in ('Black', 'Blue', 'Red', 'White', 'Grey', 'Unknown')))
    and (not attributes ? 'shipping' or (jsonb_typeof(attributes -> 'shipping') = 'string' and attributes ->> 'shipping' in ('Pick up', 'Shipping', 'Pick up or shipping')))
  )
) for values in ('bag');

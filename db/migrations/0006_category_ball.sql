-- The category "ball", written by `npm run db:category -- ball` from its definition.
create table balls partition of listings (
  constraint balls_attributes check (
    brand is not null
    and jsonb_typeof(attributes) = 'object'
    and attributes - array['balls_per_can', 'packaging_type', 'grade', 'shipping'] = '{}'
    and attributes ? 'balls_per_can'
    and attributes ? 'packaging_type'
    and attributes ? 'shipping'
    and (not attributes ? 'balls_per_can' or (jsonb_typeof(attributes -> 'balls_per_can') = 'string' and attributes ->> 'balls_per_can' in ('2', '3', '4')))
    and (not attributes ? 'packaging_type' or (jsonb_typeof(attributes -> 'packaging_type') = 'string' and attributes ->> 'packaging_type' in ('can', 'box')))
    and (not attributes ? 'grade' or (jsonb_typeof(attributes -> 'grade') = 'string' and attributes ->> 'grade' in ('premium', 'practice', 'training')))
    and (not attributes ? 'shipping' or (jsonb_typeof(attributes -> 'shipping') = 'string' and attributes ->> 'shipping' in ('Pick up', 'Shipping', 'Pick up or shipping')))
  )
) for values in ('ball');

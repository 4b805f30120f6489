-- The category "accessory", written by `npm run db:category -- accessory` from its definition.
create table accessories partition of listings (
  constraint accessories_attributes check (
    brand is not null
    and jsonb_typeof(attributes) = 'object'
    and attributes - array['type', 'color', 'condition', 'shipping'] = '{}'
    and attributes ? 'type'
    and attributes ? 'color'
    and attributes ? 'shipping'
    and (not attributes ? 'type' or (jsonb_typeof(attributes -> 'type') = 'string' and attributes ->> 'type' in ('Dampeners', 'Ball Pumps', 'Grips', 'Grip Tape', 'String Savers', 'Ball Hoppers', 'Line Sweepers', 'Court Markers', 'Ball Clips', 'Racket Stencils', 'String Tools', 'Racket Tools', 'Court Measuring Tools', 'Wristbands', 'Headbands', 'Protection', 'Other')))
    and (not attributes ? 'color' or (jsonb_typeof(attributes -> 'color') = 'string' and attributes ->> 'color' in ('Black', 'White', 'Blue', 'Red', 'Yellow', 'Green', 'Grey', 'Pink', 'Purple', 'Orange', 'Multi', 'Unknown')))
    and (not attributes ? 'condition' or (jsonb_typeof(attributes -> 'condition') = 'string' and attributes ->> 'condition' in ('New', 'Like New', 'Excellent', 'Good', 'Fair', 'Poor', 'Used', 'Unknown')))
    and (not attributes ? 'shipping' or (jsonb_typeof(attributes -> 'shipping') = 'string' and attributes ->> 'shipping' in ('Pick up', 'Shipping', 'Pick up or shipping')))
  )
) for values in ('accessory');

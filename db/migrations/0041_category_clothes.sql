-- The category "clothes" as changed, written by `npm run db:category -- clothes` from its definition.
-- Besides: "Cap" and "Cap/Hat" are one type (docs/decisions/0060-one-name-and-one-size.md).
alter table clothes drop constraint clothes_attributes;

update listings set attributes = jsonb_set(attributes, '{type}', '"Cap/Hat"')
  where type = 'clothes' and attributes ->> 'type' = 'Cap';

-- What saved searches ask for, until they are opened and read from their addresses again.
update saved_search_queries
  set query = replace(query::text, $$'type=Cap'$$, $$'type=Cap/Hat'$$)::tsquery,
    anchors = array_replace(anchors, 'clothes type=Cap', 'clothes type=Cap/Hat')
  where query::text like $$%'type=Cap'%$$;

alter table clothes
  add constraint clothes_attributes check (
    brand is not null
    and jsonb_typeof(attributes) = 'object'
    and attributes - array['gender', 'type', 'size', 'condition', 'color', 'shipping'] = '{}'
    and attributes ? 'gender'
    and attributes ? 'type'
    and attributes ? 'size'
    and attributes ? 'condition'
    and attributes ? 'color'
    and attributes ? 'shipping'
    and (not attributes ? 'gender' or (jsonb_typeof(attributes -> 'gender') = 'string' and attributes ->> 'gender' in ('Men', 'Women', 'Boys', 'Girls', 'Unisex')))
    and (not attributes ? 'type' or (jsonb_typeof(attributes -> 'type') = 'string' and attributes ->> 'type' in ('Shirt', 'T-Shirt', 'Polo Shirt', 'Tank Top', 'Long Sleeve Shirt', 'Shorts', 'Pants', 'Leggings', 'Skirt', 'Dress', 'Jacket', 'Windbreaker', 'Sweatshirt', 'Hoodie', 'Track Suit', 'Compression Wear', 'Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands')))
    and (not attributes ? 'size' or (jsonb_typeof(attributes -> 'size') = 'string' and attributes ->> 'size' in ('One size', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '4-6Y', '6-8Y', '8-10Y', '10-12Y', '12-14Y', '14-16Y', '28', '30', '32', '34', '36', '38', '40', 'XXS (00)', 'XS (0-2)', 'S (4-6)', 'M (8-10)', 'L (12-14)', 'XL (16-18)')))
    and (not attributes ? 'condition' or (jsonb_typeof(attributes -> 'condition') = 'string' and attributes ->> 'condition' in ('New', 'Like New', 'Excellent', 'Good', 'Fair', 'Poor', 'Used')))
    and (not attributes ? 'color' or (jsonb_typeof(attributes -> 'color') = 'string' and attributes ->> 'color' in ('White', 'Black', 'Navy', 'Blue', 'Red', 'Green', 'Yellow', 'Orange', 'Purple', 'Pink', 'Multi', 'Unknown')))
    and (not attributes ? 'shipping' or (jsonb_typeof(attributes -> 'shipping') = 'string' and attributes ->> 'shipping' in ('Pick up', 'Shipping', 'Pick up or shipping')))
    and (not attributes ? 'size' or not (coalesce(attributes ->> 'gender' in ('Boys', 'Girls'), false) and coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false)) or (attributes ->> 'size' in ('One size', '4-6Y', '6-8Y', '8-10Y', '10-12Y', '12-14Y', '14-16Y')))
    and (not attributes ? 'size' or not (coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false) and not (coalesce(attributes ->> 'gender' in ('Boys', 'Girls'), false) and coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false))) or (attributes ->> 'size' in ('One size', 'XS', 'S', 'M', 'L', 'XL', 'XXL')))
    and (not attributes ? 'size' or not (coalesce(attributes ->> 'gender' in ('Boys', 'Girls'), false) and not (coalesce(attributes ->> 'gender' in ('Boys', 'Girls'), false) and coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false)) and not (coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false))) or (attributes ->> 'size' in ('4-6Y', '6-8Y', '8-10Y', '10-12Y', '12-14Y', '14-16Y')))
    and (not attributes ? 'size' or not (coalesce(attributes ->> 'gender' in ('Men'), false) and coalesce(attributes ->> 'type' in ('Pants', 'Shorts'), false) and not (coalesce(attributes ->> 'gender' in ('Boys', 'Girls'), false) and coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false)) and not (coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false)) and not (coalesce(attributes ->> 'gender' in ('Boys', 'Girls'), false))) or (attributes ->> 'size' in ('28', '30', '32', '34', '36', '38', '40')))
    and (not attributes ? 'size' or not (coalesce(attributes ->> 'gender' in ('Women'), false) and coalesce(attributes ->> 'type' in ('Pants', 'Shorts', 'Leggings', 'Skirt', 'Dress'), false) and not (coalesce(attributes ->> 'gender' in ('Boys', 'Girls'), false) and coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false)) and not (coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false)) and not (coalesce(attributes ->> 'gender' in ('Boys', 'Girls'), false)) and not (coalesce(attributes ->> 'gender' in ('Men'), false) and coalesce(attributes ->> 'type' in ('Pants', 'Shorts'), false))) or (attributes ->> 'size' in ('XXS (00)', 'XS (0-2)', 'S (4-6)', 'M (8-10)', 'L (12-14)', 'XL (16-18)')))
    and (not attributes ? 'size' or not (true and not (coalesce(attributes ->> 'gender' in ('Boys', 'Girls'), false) and coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false)) and not (coalesce(attributes ->> 'type' in ('Socks', 'Cap/Hat', 'Visor', 'Wristbands', 'Headbands'), false)) and not (coalesce(attributes ->> 'gender' in ('Boys', 'Girls'), false)) and not (coalesce(attributes ->> 'gender' in ('Men'), false) and coalesce(attributes ->> 'type' in ('Pants', 'Shorts'), false)) and not (coalesce(attributes ->> 'gender' in ('Women'), false) and coalesce(attributes ->> 'type' in ('Pants', 'Shorts', 'Leggings', 'Skirt', 'Dress'), false))) or (attributes ->> 'size' in ('XS', 'S', 'M', 'L', 'XL', 'XXL')))
  );

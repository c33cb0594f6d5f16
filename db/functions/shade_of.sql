-- The group of a colour « #RRGGBB » in the shop's filter, from its hue, saturation and lightness (HSL). Called by the generated
-- column `family_members.shade`.
CREATE FUNCTION shade_of(colour text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  red numeric := ('x' || substr(colour, 2, 2))::bit(8)::integer / 255.0;
  green numeric := ('x' || substr(colour, 4, 2))::bit(8)::integer / 255.0;
  blue numeric := ('x' || substr(colour, 6, 2))::bit(8)::integer / 255.0;
  high numeric := greatest(red, green, blue);
  low numeric := least(red, green, blue);
  light numeric := (high + low) / 2;
  saturation numeric := CASE WHEN high = low THEN 0 ELSE (high - low) / (1 - abs(2 * light - 1)) END;
  hue numeric := CASE WHEN high = low THEN 0
    WHEN high = red THEN 60 * mod((green - blue) / (high - low) + 6, 6)
    WHEN high = green THEN 60 * ((blue - red) / (high - low) + 2)
    ELSE 60 * ((red - green) / (high - low) + 4) END;
BEGIN
  RETURN CASE
    WHEN light < 0.12 THEN 'noir'
    WHEN light > 0.94 THEN 'blanc'
    WHEN saturation < 0.1 THEN 'gris'
    WHEN hue < 15 OR hue >= 330 THEN
      CASE WHEN light > 0.6 THEN 'rose' WHEN saturation < 0.4 AND light < 0.5 AND hue < 15 THEN 'brun' ELSE 'rouge' END
    WHEN hue < 45 THEN
      CASE WHEN light > 0.68 THEN 'nude' WHEN light < 0.42 OR saturation < 0.3 THEN 'brun' WHEN saturation < 0.55 THEN 'nude'
        ELSE 'orange' END
    WHEN hue < 70 THEN CASE WHEN light > 0.8 THEN 'nude' WHEN light < 0.25 THEN 'brun' ELSE 'jaune' END
    WHEN hue < 170 THEN 'vert'
    WHEN hue < 255 THEN 'bleu'
    WHEN hue < 300 THEN 'violet'
    ELSE 'rose' END;
END $$;

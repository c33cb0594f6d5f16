-- A rough French phonetic code of a folded word: « hyaluronique » and « hialuronic » are both « ialuronik », « shampooing »
-- and « champouin » both « c2pu1 ». Digits are nasal vowels, c is « ch ». Called by learn_words, and to correct a misspelt word.
CREATE FUNCTION search_sound(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  step text[];
BEGIN
  FOREACH step SLICE 1 IN ARRAY ARRAY[
    ['ph', 'f'], ['sc?h|ch', 'C'], ['qu?|ck|c(?![eiyC])', 'k'], ['c', 's'],
    ['gu(?=[eiy])', 'G'], ['g(?=[eiy])', 'j'], ['h', ''], ['y', 'i'], ['z', 's'],
    ['eau|au', 'o'], ['ou|oo', 'u'], ['oeu|eu', 'e'], ['oi(?=[mn](?![aeioumn]))', 'ui'], ['[ae]i(?![mn])', 'e'],
    ['(?:[ae]?i|u)[mn](?![aeioumn])', '1'], ['[ae][mn](?![aeioumn])', '2'], ['o[mn](?![aeioumn])', '3'],
    ['(.)\1+', '\1'], ['(?<=..)[egstxdp]+$', '']]
  LOOP
    word := regexp_replace(word, step[1], step[2], 'g');
  END LOOP;
  RETURN lower(word);
END $$;

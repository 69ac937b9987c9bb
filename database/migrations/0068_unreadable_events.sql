-- Bodies of events are kept as text. One that PostgreSQL cannot read, because of a NUL or a year that it does not know, must not break the
-- list that shows all of them.

create function ops.json_or_null(input text) returns jsonb
  language plpgsql immutable strict set search_path = ''
  as $$
  begin
    return input::jsonb;
  exception when others then
    return null;
  end
  $$;

create function ops.time_or_null(input text) returns timestamptz
  language plpgsql stable strict set search_path = ''
  as $$
  begin
    return input::timestamptz;
  exception when others then
    return null;
  end
  $$;

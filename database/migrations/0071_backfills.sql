-- For databases that ran an earlier text of 0034.

-- A backfill is not an edit: nobody's version of a row grows old by it.
create or replace function app.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if current_setting('platform.backfill', true) is distinct from 'on' then
      new.updated_at := app.now();
    end if;
    return new;
  end
  $$;

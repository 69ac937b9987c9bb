-- The product's own helpers live in `app`, which no API exposes; what stands in `public` is the product's interface.

create schema app;
grant usage on schema app to anon, authenticated, service_role;

-- A hosted Supabase project hands every new table and function to the API roles. Here each is granted by name.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Time is given, not taken: tests and stand-ins move it by one transaction-local setting.
-- Defaults call it for every row: without a search_path of its own it is inlined.
create function app.now() returns timestamptz
  language sql stable
  as $$ select now() + coalesce(nullif(current_setting('app.clock_offset_ms', true), '')::bigint, 0) * interval '1 millisecond' $$;

create function app.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := app.now();
    return new;
  end
  $$;

-- Whoever has set up a second factor must have used it: a password alone then opens nothing personal.
-- In plpgsql like every helper that policies call, because it keeps its plan between calls and plain SQL does not.
create function app.is_assured() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
  end
  $$;

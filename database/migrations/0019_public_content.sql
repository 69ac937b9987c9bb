-- Pages are rendered once and kept; the servers hear of it when what they were rendered from has changed.

create function app.tell_public_content() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('public_content', tg_table_name);
    return null;
  end
  $$;

create trigger tell_public_content
  after insert or update or delete or truncate on public.plans
  for each statement execute function app.tell_public_content();

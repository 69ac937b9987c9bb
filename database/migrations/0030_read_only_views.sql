-- PostgreSQL finds out that a view cannot be written before it looks at rights, and says so in a way that clients take for
-- our mistake. With a trigger in place rights are looked at first.

create function app.refuse_writing_view() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise sqlstate 'PT405' using message = format('%I is read only', tg_table_name);
  end
  $$;

create trigger refuse_writing
  instead of insert or update or delete on public.feedback_analytics
  for each row execute function app.refuse_writing_view();

revoke execute on function app.refuse_writing_view() from public;

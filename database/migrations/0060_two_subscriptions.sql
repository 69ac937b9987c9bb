-- Few people have two subscriptions at once. Finding them among all that run would take longer with every subscriber.

create table ops.people_with_two_subscriptions (
  user_id uuid primary key references public.users (id) on delete cascade
);

alter table ops.people_with_two_subscriptions enable row level security;

create function app.note_two_subscriptions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    person uuid;
  begin
    foreach person in array array[
      case when tg_op <> 'INSERT' then old.user_id end,
      case when tg_op <> 'DELETE' then new.user_id end
    ] loop
      continue when person is null;
      -- Of two that are added at the same moment, the later one sees the earlier.
      perform pg_advisory_xact_lock(hashtextextended('two subscriptions ' || person, 0));
      if (select count(*) from public.subscriptions where user_id = person and status <> 'expired') > 1 then
        insert into ops.people_with_two_subscriptions
          select id from public.users where id = person
          on conflict do nothing;
      else
        delete from ops.people_with_two_subscriptions where user_id = person;
      end if;
    end loop;
    return null;
  end
  $$;

create trigger note_two_subscriptions
  after insert or delete or update of user_id, status on public.subscriptions
  for each row execute function app.note_two_subscriptions();

revoke execute on function app.note_two_subscriptions() from public;

-- replaces bcf704bdeb39382d56c7a0fbb03bdff06eebca655b7acc1cc8e9ce72591bf8d0

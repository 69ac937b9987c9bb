-- GitHub's events are told apart by the SHA-256 of their body, which is signed. The delivery's id, used before, is not.

with ranked as (
  select id, row_number() over (partition by sha256(convert_to(body, 'UTF8')) order by processed_at is null, received_at, id) as place
    from ops.webhook_events
   where provider = 'github'
)
delete from ops.webhook_events where id in (select id from ranked where place > 1);

update ops.webhook_events
   set digest = encode(sha256(convert_to(body, 'UTF8')), 'hex')
 where provider = 'github';

-- Who sent it, so that it can be forgotten with them. What is no JSON names nobody.
do $$
declare
  event record;
begin
  for event in select id, body from ops.webhook_events where provider = 'github' and object_id is null loop
    begin
      update ops.webhook_events
         set object_type = 'sender', object_id = event.body::jsonb -> 'sender' ->> 'id'
       where id = event.id and event.body::jsonb -> 'sender' ->> 'id' ~ '^[0-9]{1,18}$';
    exception when data_exception then
      null;
    end;
  end loop;
end
$$;

-- The sweep empties bodies long before it deletes rows.
create index webhook_events_with_body on ops.webhook_events (received_at) where body <> '{}';

-- Two revocations of one person are byte for byte the same: the first must not hide the second after a new connection.
create or replace function app.forget_github_account() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    sent uuid[] := array(
      select id from ops.webhook_events
       where provider = 'github' and object_type = 'sender' and object_id = old.github_user_id::text
         and processed_at is not null
    );
  begin
    delete from ops.webhook_events where id = any (sent) and event_name = 'github_app_authorization';
    perform ops.empty_events(sent);
    return null;
  end
  $$;

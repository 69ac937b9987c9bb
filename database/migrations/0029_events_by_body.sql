-- GitHub's events are told apart by the SHA-256 of their body, which is signed. The delivery's id, used before, is not.

-- Gives the events after one of them their digest, and the sender, so that they can be forgotten with them. What is no JSON names
-- nobody. Of two with one body the one that was processed stays, else the earlier. Answers with the last event, null for none.
create function app.rekey_github_events(after uuid, most integer) returns uuid
  language plpgsql set search_path = ''
  as $$
  declare
    event record;
    twin record;
    wanted text;
    reached uuid;
  begin
    for event in
      select id, body, digest, object_id, processed_at, received_at from ops.webhook_events
       where provider = 'github' and id > coalesce(after, '00000000-0000-0000-0000-000000000000')
       order by id limit most
    loop
      reached := event.id;
      wanted := encode(sha256(convert_to(event.body, 'UTF8')), 'hex');
      if event.digest <> wanted then
        select id, processed_at, received_at into twin from ops.webhook_events where provider = 'github' and digest = wanted;
        if found and (twin.processed_at is null, twin.received_at) <= (event.processed_at is null, event.received_at) then
          delete from ops.webhook_events where id = event.id;
          continue;
        end if;
        delete from ops.webhook_events where id = twin.id;
        update ops.webhook_events set digest = wanted where id = event.id;
      end if;
      if event.object_id is null then
        begin
          update ops.webhook_events
             set object_type = 'sender', object_id = event.body::jsonb -> 'sender' ->> 'id'
           where id = event.id and event.body::jsonb -> 'sender' ->> 'id' ~ '^[0-9]{1,18}$';
        exception when data_exception then
          null;
        end;
      end if;
    end loop;
    return reached;
  end
  $$;

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

-- replaces 9d397d5af29e5595165de9216a198827ea6af415f936b3b0d004a992b285f401

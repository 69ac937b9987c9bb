-- What Pro members alone may do is refused alike, by a server function and by the data API.
create function app.require_pro(member uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if app.has_pro(member) then return; end if;
    raise sqlstate 'PGRST' using
      message = json_build_object('code', 'pro_required', 'message', 'This is a Pro feature')::text,
      detail = json_build_object('status', 403, 'headers', json_build_object())::text;
  end
  $$;

revoke execute on function app.require_pro(uuid) from public;

create or replace function app.keep_early_access_for_pro() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.require_pro(new.id);
    return new;
  end
  $$;

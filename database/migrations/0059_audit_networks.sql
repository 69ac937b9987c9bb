-- Lines that triggers write name the caller's network too, as the server's own lines do.

-- The data API sets `request.client` for writes: an IPv4 address, or an IPv6 network of four groups of four digits.
create function app.client_network() returns text
  language sql stable
  as $$
  select case
    when client like '%.%' then regexp_replace(client, '[^.]+$', '0/24')
    when client like '%:%' then left(client, 14) || '::/48'
  end
  from (select current_setting('request.client', true)) as settings (client)
  $$;

alter table public.audit_log alter column ip set default app.client_network();

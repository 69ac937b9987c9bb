alter table public.analytics
  add constraint analytics_name_known check (name in (
    'signed_up', 'github_connected', 'github_disconnected', 'projects_synced', 'push', 'checkout_started', 'upgraded', 'cancelled',
    'resumed', 'ended', 'feedback_sent'
  )) not valid;

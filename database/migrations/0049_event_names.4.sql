alter table public.analytics validate constraint analytics_name_known;

alter table auth.users validate constraint users_email_not_empty;
alter table auth.users validate constraint users_phone_not_empty;

alter table public.tasks add constraint tasks_number_not_null check (number is not null) not valid;

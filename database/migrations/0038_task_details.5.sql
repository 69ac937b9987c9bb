alter table public.tasks validate constraint tasks_number_not_null;
alter table public.tasks validate constraint tasks_description_check;

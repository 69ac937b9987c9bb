select app.number_old_tasks($1::text, $2::integer) as next

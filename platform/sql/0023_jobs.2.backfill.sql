-- Waiting, running and failed jobs of pg-boss, and those done in the last hour. Its archive, which nothing reads, stays behind.
select ops.take_over_jobs($1::text, $2::integer) as next

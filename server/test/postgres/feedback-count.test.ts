import { expect, test } from 'vitest'
import { testPeople } from '#test/test-people.ts'

test('a count of feedback ends at 10,001, however much there is', async () => {
  const { asks, sql, admin } = await testPeople()
  await sql(`insert into public.feedback_categories (code) values ('other')`)
  await sql(
    `insert into public.user_feedback (feedback_category, description)
     select 'other', 'x' from generate_series(1, 10050)`,
  )

  const [counted] = await asks(admin, 'select public.count_feedback() as n')
  const found = await asks(admin, `select count(*)::int as n from public.search_feedback('x')`)

  expect(counted).toEqual({ n: 10_001 })
  expect(found).toEqual([{ n: 10_001 }])
})

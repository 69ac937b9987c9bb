import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

test('everyone reads the resources that are shown, and admins edit all of them', async () => {
  const { db, sql, visitor, member, admin, service } = await testPeople()
  const category = await addRow(sql, 'resource_categories', section('docs'))
  const shown = await addRow(sql, 'resources', resource(category))
  const hidden = await addRow(sql, 'resources', { ...resource(category), is_active: false })
  const on = (text: string, id: string) => ({ text: `${text} where id = $1`, values: [id] })

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      shown: on('select * from public.resources', shown),
      hidden: on('select * from public.resources', hidden),
      insert: {
        text: `insert into public.resources (category_id, title_en, title_es, url) values ($1, 'a', 'b', '/c') returning id`,
        values: [category],
      },
      update: on(`update public.resources set title_en = 'Read me'`, shown),
      delete: on('delete from public.resources', shown),
    },
  )

  expect(found).toBe(
    table(`
               shown    hidden   insert   update   delete
      visitor  allowed  nothing  refused  refused  refused
      member   allowed  nothing  refused  nothing  nothing
      admin    allowed  allowed  allowed  allowed  allowed
      service  allowed  allowed  allowed  allowed  allowed
    `),
  )
})

test('everyone reads the categories that are shown, and admins edit but never delete them', async () => {
  const { db, sql, visitor, member, admin, service } = await testPeople()
  const shown = await addRow(sql, 'resource_categories', section('docs'))
  const hidden = await addRow(sql, 'resource_categories', { ...section('old'), is_active: false })
  const on = (text: string, id: string) => ({ text: `${text} where id = $1`, values: [id] })

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      shown: on('select * from public.resource_categories', shown),
      hidden: on('select * from public.resource_categories', hidden),
      insert: {
        text: `insert into public.resource_categories (code, name_en, name_es) values ('talks', 'Talks', 'Charlas')`,
      },
      update: on('update public.resource_categories set sort_order = 9', shown),
      delete: on('delete from public.resource_categories', shown),
    },
  )

  expect(found).toBe(
    table(`
               shown    hidden   insert   update   delete
      visitor  allowed  nothing  refused  refused  refused
      member   allowed  nothing  refused  nothing  refused
      admin    allowed  allowed  allowed  allowed  refused
      service  allowed  allowed  allowed  allowed  allowed
    `),
  )
})

test('what an admin changes about a resource is in the audit log, what the server does is not', async () => {
  const { sql, admin, asks } = await testPeople()
  const category = await addRow(sql, 'resource_categories', section('docs'))
  const id = await addRow(sql, 'resources', resource(category))
  const on = (text: string) => asks(admin, `${text} where id = $1`, [id])

  await on(`update public.resources set title_en = 'Manual', sort_order = 3`)
  await on(`update public.resources set title_en = 'Manual'`)
  await on('delete from public.resources')

  expect(
    await sql(
      `select actor_id, action, details - 'category_id' as details from public.audit_log
        where subject_type = 'resource' and subject_id = $1 order by created_at, action`,
      [id],
    ),
  ).toEqual([
    {
      actor_id: admin.id,
      action: 'resource_changed',
      details: { title_en: 'Manual', sort_order: 3 },
    },
    {
      actor_id: admin.id,
      action: 'resource_deleted',
      details: expect.objectContaining({ title_en: 'Manual', url: '/welcome' }),
    },
  ])
})

test('a resource leads to a web page or into our own site, and nowhere else', async () => {
  const { sql } = await testPeople()
  const category = await addRow(sql, 'resource_categories', section('docs'))
  const at = (url: string) => addRow(sql, 'resources', { ...resource(category), url })

  await at('/welcome')
  await at('https://example.test/guide')

  await expect(at('javascript:alert(1)')).rejects.toMatchObject({ code: '23514' })
  await expect(at('//elsewhere.test')).rejects.toMatchObject({ code: '23514' })
})

function section(code: string) {
  return { code, name_en: 'Read', name_es: 'Leer' }
}

function resource(categoryId: string) {
  return { category_id: categoryId, title_en: 'Guide', title_es: 'Guía', url: '/welcome' }
}

import { expect, test } from 'vitest'
import { useImports } from './import-server.ts'

const imports = useImports()

const ALWAYS = { times: null, body: { message: 'no' } }

test('after twelve tries and ten minutes the member is told once, and the operator sees it', async () => {
  const { published, fault, clearFaults, pass, row, mails, testServer } = imports
  const { member, cloneId } = await published()
  await fault({ method: 'DELETE', path: '/repos/*', status: 403, ...ALWAYS })

  const before = await overdue()
  await pass(60)
  const first = await mails(member)
  await pass(11 * 60)
  const told = await mails(member)
  for (let i = 0; i < 12; i++) await pass(5 * 2 ** i)
  await clearFaults()

  expect(first).toEqual([])
  expect(told).toEqual([{ template: 'copy_left' }])
  expect(await mails(member)).toEqual([{ template: 'copy_left' }])
  expect(await row(cloneId)).toMatchObject({ attempts: 12, status: 'deleting', deleted_at: null })
  expect(await overdue()).toBe(before + 1)
  expect(testServer().logged()).toContain('temporary copy not deleted')
})

const overdue = async (): Promise<number> => {
  const page = await (await fetch(`${imports.testServer().urlOf(0)}/metrics`)).text()

  return Number(/^temporary_clones_overdue (\d+)$/m.exec(page)?.[1])
}

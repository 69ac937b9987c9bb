import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readZip } from '#archive/read-zip.ts'
import { readZipBlob } from '#archive/read-zip-blob.ts'
import { contentsOf, type NamedProject } from '#files/contents.ts'
import type { FileSet } from '#files/gather-files.ts'
import { blobName } from '#objects/blob-name.ts'
import { openRoom } from '#objects/room.ts'
import { writeZip, type ZipEntry } from './write-zip.ts'

const LINK = 0o120777

test('a large archive outside of the memory reads as one in it, in portions of many files and of one', async () => {
  const small = Array.from({ length: 40 }, (_, i) => [
    `src/${i}.bin`,
    new Uint8Array(90_000).fill(i),
  ])
  const files = {
    ...Object.fromEntries(small),
    'large.bin': new Uint8Array(4_500_000).fill(7),
    'node_modules/left/out.js': new Uint8Array(100),
    'last.txt': new Uint8Array(),
  }
  const archive = zipSync(files, { level: 0 })

  const read = await readZipBlob(new Blob([archive]))
  const readInOlder = await readZipBlob(new OlderBlob([archive]))

  const whole = readZip(archive)
  expect(await inside(readInOlder)).toEqual(await inside(read))
  expect(archive.length).toBeGreaterThan(8_000_000)
  expect(await inside(read)).toEqual(await inside(whole))
  expect(read.leftOut).toEqual(whole.leftOut)
})

test('files of a large archive are read again for each use, where the user wants them', async () => {
  const all = Array.from({ length: 6 }, (_, i) => new Uint8Array(1_000_000).fill(i))
  const archive = zipSync(Object.fromEntries(all.map((bytes, i) => [`${i}.bin`, bytes])), {
    level: 0,
  })
  const { files, contents } = named(await readZipBlob(new Blob([archive])))
  const room = openRoom()

  const together = await Promise.all(files.map(({ sha }) => contents(sha)))
  const first = await contents(files[0]?.sha ?? '', room)
  const second = await contents(files[1]?.sha ?? '', room)

  expect(
    together.map((bytes, i) => bytes !== null && isEqual(bytes, all[i] as Uint8Array)),
  ).toEqual(all.map(() => true))
  expect(second?.buffer).toBe(first?.buffer)
  expect(second?.[999_999]).toBe(1)
  expect(await contents('0'.repeat(40))).toBeNull()
})

test('the ignore rules and links of a large archive are followed', async () => {
  const archive = writeZip([
    { name: '.gitignore', data: '*.log\n' },
    link('inside', 'last.txt'),
    link('outside', '../../secret'),
    { name: 'last.txt', data: 'last' },
    { name: 'large.bin', data: 'a'.repeat(4_500_000), method: 0 },
  ])

  const { files, leftOut } = await readZipBlob(new Blob([Uint8Array.from(archive)]))

  expect(leftOut).toEqual([{ path: 'outside', reason: 'link_leaves_project' }])
  expect(files.map(({ path, mode }) => [path, mode])).toContainEqual(['inside', '120000'])
})

test('a large archive with a file whose bytes were changed is refused', async () => {
  const archive = zipSync({ 'a.bin': [new Uint8Array(5_000_000), { level: 0 }] })
  archive[2_000_000] = 1

  const reading = readZipBlob(new Blob([archive]))

  await expect(reading).rejects.toMatchObject({ code: 'zip_damaged', facts: { path: 'a.bin' } })
})

/** As browsers had it that cannot read into a given buffer. */
class OlderBlob extends Blob {
  override stream(): never {
    throw new TypeError('no such reader')
  }

  override slice(start?: number, end?: number): Blob {
    return new OlderBlob([super.slice(start, end)])
  }
}

const isEqual = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

function link(name: string, to: string): ZipEntry {
  return { name, data: to, unixMode: LINK }
}

/** What is in a project, by paths, with its contents. */
async function inside(project: FileSet | NamedProject) {
  const list = await Promise.all(
    project.files.map(async (one) => ({
      path: one.path,
      mode: one.mode,
      name: 'sha' in one ? one.sha : await blobName(one.bytes),
      bytes: Buffer.from('bytes' in one ? one.bytes : await contentIn(project, one.sha)).toString(
        'hex',
      ),
    })),
  )
  return list.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const contentIn = async (project: FileSet | NamedProject, sha: string) =>
  (await contentsOf(project)(sha)) ?? new Uint8Array()

function named(project: FileSet | NamedProject): NamedProject {
  if ('contents' in project) return project
  throw new Error('its files are in memory')
}

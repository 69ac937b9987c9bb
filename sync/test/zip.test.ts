import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { crc32 } from '#archive/crc32.ts'
import { readZip, ZIP_LIMITS } from '#archive/read-zip.ts'
import { writeZip as writeArchive } from '#archive/write-zip.ts'
import { SyncError } from '#errors/sync-error.ts'
import type { FileSet } from '#files/gather-files.ts'
import { project } from './arbitraries.ts'
import {
  gitBytes,
  newRepository,
  type TestFile,
  temporaryFolder,
  treeOf,
  writeFiles,
} from './git.ts'
import { randomCases } from './random-cases.ts'
import { runProgram } from './run-program.ts'
import { writeZip, type ZipEntry } from './write-zip.ts'

test.each(randomCases())(
  'an archive of git reads back, modes and links included (seed $seed)',
  (runs) => {
    const repository = newRepository()

    fc.assert(
      fc.property(project(10, 1), (files) => {
        const all = [...files, file('to-a', 'a', '120000')]
        const tree = treeOf(repository, all)
        const command = ['archive', '--format=zip', '--prefix=owner-repo-1/', tree]
        const archive = gitBytes(repository, command)

        const read = readZip(Uint8Array.from(archive))

        // Git names a mode only where it is not the usual one.
        const expected = all.map((one) => ({
          ...one,
          mode: one.mode === '100644' ? null : one.mode,
        }))
        expect(read.folder).toBe('owner-repo-1')
        expect(sorted(read)).toEqual(sorted({ files: expected, leftOut: [], folder: null }))
      }),
      runs,
    )
  },
)

const hasZip = runProgram('.', ['zip', '-v']).status === 0

test.skipIf(!hasZip).each(randomCases())(
  'an archive of Info-ZIP reads back, modes and links included (seed $seed)',
  (runs) => {
    const folder = temporaryFolder()

    fc.assert(
      fc.property(project(10, 1), fc.nat(), (files, run) => {
        const all = [...files, file('to-a', 'a', '120000')]
        const work = join(folder, String(run), 'project')
        mkdirSync(work, { recursive: true })
        writeFiles(work, all)
        // Into a file: links are stored, and zip cannot store into a pipe.
        runProgram(work, ['zip', '-qry', '../project.zip', '.'])
        const archive = readFileSync(join(folder, String(run), 'project.zip'))
        rmSync(join(folder, String(run)), { recursive: true })

        expect(sorted(readZip(Uint8Array.from(archive), ZIP_LIMITS, { keepFolder: true }))).toEqual(
          sorted({ files: all, leftOut: [], folder: null }),
        )
      }),
      runs,
    )
  },
)

test.each(randomCases())(
  'an archive as builders make it reads back, without modes (seed $seed)',
  (runs) => {
    fc.assert(
      fc.property(project(10, 1), (files) => {
        const archive = zipSync(
          Object.fromEntries(files.map(({ path, bytes }) => [`project/${path}`, bytes])),
        )

        const read = readZip(Uint8Array.from(archive))

        expect(read.folder).toBe('project')
        expect(sorted(read)).toEqual(
          sorted({
            files: files.map((one) => ({ ...one, mode: null })),
            leftOut: [],
            folder: null,
          }),
        )
      }),
      runs,
    )
  },
)

test.each(randomCases(1000))(
  'no damage of one byte goes unnoticed or crashes the reader (seed $seed)',
  (cases) => {
    const text = 'import { tide } from "./tide"\n'.repeat(20)
    const whole = writeZip([
      { name: 'a.ts', data: text, unixMode: 0o100755 },
      { name: 'b/ñ.ts', data: text.toUpperCase(), method: 0 },
    ])
    const original = readZip(whole)

    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bytes = whole.slice()
        bytes[at] = (bytes[at] ?? 0) ^ flip

        const read = outcome(() => readZip(bytes))

        // Names and modes have no checksum of their own: a file may become a folder, which has no content.
        if (read instanceof SyncError) return
        const contents = original.files.map((one) => one.bytes)
        expect(
          read.files.filter((one) => !contents.some((old) => isEqual(old, one.bytes))),
        ).toEqual([])
      }),
      cases,
    )
  },
)

test('names come from the UTF-8 flag, from the second name, from Unix, else from code page 437', () => {
  const second = Buffer.concat([Buffer.alloc(9), Buffer.from('ñandú.txt')])
  second.writeUInt16LE(0x7075, 0)
  second.writeUInt16LE(5 + 11, 2)
  second.writeUInt8(1, 4)
  const raw = Buffer.from('?andu.txt')
  second.writeUInt32LE(crcOf(raw), 5)

  const { files } = readZip(
    writeZip([
      { name: 'é.txt' },
      { name: Buffer.from([0xa4, 0x2e, 0x74]) },
      { name: raw, extra: second },
      { name: Buffer.from('año'), unixMode: 0o100644 },
    ]),
  )

  expect(files.map(({ path }) => path)).toEqual(['é.txt', 'ñ.t', 'ñandú.txt', 'año'])
})

test('the 64-bit form is read', () => {
  const archive = writeZip(
    [
      { name: 'a', data: 'one', zip64: true },
      { name: 'b', data: 'two' },
    ],
    {
      zip64: true,
    },
  )

  expect(readZip(archive).files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
    'one',
    'two',
  ])
})

test('a comment that looks like an end does not mislead', () => {
  const archive = writeZip([{ name: 'a', data: 'one' }], {
    comment: `PK\x05\x06${'\0'.repeat(30)}`,
  })

  expect(readZip(archive).files).toHaveLength(1)
})

test('empty files stay, system files and installed packages are named as left out', () => {
  const read = readZip(
    writeZip([
      { name: 'p/src/empty.ts' },
      { name: 'p/.DS_Store', data: 'x' },
      { name: '__MACOSX/p/._a', data: 'x' },
      { name: 'p/node_modules/a/index.js', data: 'x' },
      { name: 'p/node_modules/b/index.js', data: 'x' },
      { name: 'p/web/node_modules/b/index.js', data: 'x' },
      { name: 'p/.git/config', data: 'x' },
      { name: 'p/node_modules.md', data: 'x' },
      { name: 'p/src/' },
    ]),
  )

  expect(read.folder).toBe('p')
  expect(read.files.map(({ path }) => path)).toEqual(['src/empty.ts', 'node_modules.md'])
  expect(read.leftOut).toEqual([
    { path: 'p/.DS_Store', reason: 'system_file' },
    { path: '__MACOSX/p/._a', reason: 'system_file' },
    { path: 'node_modules/', reason: 'node_modules' },
    { path: 'web/node_modules/', reason: 'node_modules' },
    { path: '.git/', reason: 'git_folder' },
  ])
})

test('the shared folder can be kept', () => {
  const archive = writeZip([{ name: 'p/a' }, { name: 'p/b' }])

  expect(readZip(archive, ZIP_LIMITS, { keepFolder: true }).files.map(({ path }) => path)).toEqual([
    'p/a',
    'p/b',
  ])
})

test('backslashes are slashes only in an archive without any slash', () => {
  const paths = (names: string[]) =>
    readZip(writeZip(names.map((name) => ({ name }))), ZIP_LIMITS, { keepFolder: true }).files.map(
      ({ path }) => path,
    )

  expect(paths(['a\\b', 'c'])).toEqual(['a/b', 'c'])
  expect(paths(['a\\b', 'c/d'])).toEqual(['a\\b', 'c/d'])
})

const LINK = 0o120777
const hostile: [string, string, Record<string, unknown>, ZipEntry[]][] = [
  [
    'a path that climbs out',
    'path_refused',
    { reason: 'dot_segment' },
    [{ name: '../a' }, { name: 'b' }],
  ],
  ['an absolute path', 'path_refused', { reason: 'absolute' }, [{ name: '/etc/a' }, { name: 'b' }]],
  [
    'a file below a link',
    'path_refused',
    { reason: 'file_is_folder' },
    [{ name: 'a', data: 'b', unixMode: LINK }, { name: 'a/c' }],
  ],
  [
    'two spellings of one name',
    'path_refused',
    { reason: 'same_name' },
    [{ name: 'é' }, { name: 'e\u0301' }],
  ],
  ['one name twice', 'zip_damaged', { reason: 'duplicate' }, [{ name: 'a' }, { name: 'a' }]],
  [
    'entries that overlap',
    'zip_damaged',
    { reason: 'overlap' },
    [
      { name: 'a', data: 'x' },
      { name: 'b', headerAt: 0 },
    ],
  ],
  [
    'a wrong checksum',
    'zip_damaged',
    { path: 'a', reason: 'checksum' },
    [{ name: 'a', data: 'x', crc: 1 }],
  ],
  ['less than it promises', 'zip_damaged', { reason: 'size' }, [{ name: 'a', data: 'x', size: 9 }]],
  ['more than it promises', 'zip_damaged', {}, [{ name: 'a', data: 'x'.repeat(5000), size: 9 }]],
  ['encryption', 'zip_damaged', { reason: 'encrypted' }, [{ name: 'a', data: 'x', flags: 0x801 }]],
  ['another method', 'zip_damaged', { reason: 'method' }, [{ name: 'a', data: 'x', method: 12 }]],
  [
    'data beyond the directory',
    'zip_damaged',
    { reason: 'header' },
    [{ name: 'a', data: 'x', packedSize: 1 << 20, size: 10 }],
  ],
  [
    'a header elsewhere',
    'zip_damaged',
    { reason: 'header' },
    [{ name: 'a', data: 'x', headerAt: 1 << 30 }],
  ],
  ['a bomb', 'zip_too_large', { what: 'ratio' }, [{ name: 'a', data: Buffer.alloc(2_000_000) }]],
  ['a huge file', 'zip_too_large', { what: 'file' }, [{ name: 'a', data: 'x', size: 200_000_000 }]],
  [
    'too much in all',
    'zip_too_large',
    { what: 'unpacked' },
    Array.from({ length: 4 }, (_, i) => ({
      name: `f${i}`,
      size: 90_000_000,
      packedSize: 80_000_000,
    })),
  ],
]

const SOCKET = 0o140755
const odd: [string, string, ZipEntry][] = [
  [
    'a link to an absolute path',
    'link_leaves_project',
    link('.venv/bin/python', '/usr/bin/python'),
  ],
  ['a link out of the project', 'link_leaves_project', link('a/b', '../../c')],
  ['a name with a control character', 'control_character', { name: 'src/Icon\r' }],
  ['a socket', 'special_file', { name: 'run/app.sock', unixMode: SOCKET }],
  ['a device', 'special_file', { name: 'null', unixMode: 0o020644 }],
  ['a name that is too long', 'segment_too_long', { name: 'n'.repeat(256) }],
  ['a folder without a name', 'empty_segment', { name: 'a//b' }],
  ['a path into .git by another spelling', 'git_folder', { name: '.GIT/hooks/x' }],
  ["git's settings as a link", 'git_folder', link('.gitmodules', 'a')],
]

test.each(odd)('an archive with %s is read without it, and says why', (_title, reason, entry) => {
  const read = readZip(writeZip([entry, { name: 'src/a.ts', data: 'x' }]), ZIP_LIMITS, {
    keepFolder: true,
  })

  expect(read.files.map(({ path }) => path)).toEqual(['src/a.ts'])
  expect(read.leftOut).toEqual([{ path: entry.name, reason }])
})

test('what the rules ignore is left out as ignored, whatever is odd about it', () => {
  const read = readZip(
    writeZip([
      { name: '.gitignore', data: '.venv/\nIcon?\n*.bak\n' },
      link('.venv/bin/python', '/usr/bin/python'),
      { name: 'Icon\r' },
      { name: '.venv/agent.sock', unixMode: SOCKET },
      { name: 'a', data: 'x' },
      { name: 'a/old.bak', data: 'x' },
      { name: 'é', data: 'x' },
      { name: '.venv/lib/os.py', data: 'x' },
    ]),
    ZIP_LIMITS,
    { keepFolder: true },
  )

  // The branch may have a path that is ignored, so those that could go stay in the set.
  expect(read.files.map(({ path }) => path)).toEqual(['.gitignore', 'a', 'é', '.venv/lib/os.py'])
  expect(read.leftOut).toEqual(
    ['.venv/bin/python', 'Icon\r', '.venv/agent.sock', 'a/old.bak'].map((path) => ({
      path,
      reason: 'ignored',
    })),
  )
})

test.each(hostile)('an archive with %s is refused', (_title, code, facts, entries) => {
  expect(outcome(() => readZip(writeZip(entries)))).toMatchObject({ code, facts })
})

test('two entries of one name over the same bytes are refused', () => {
  const inner = writeZip([{ name: 'b', data: 'inner' }]).slice(0, 31 + 7)

  const archive = writeZip([
    { name: 'a', data: inner, method: 0 },
    { name: 'b', headerAt: 31, size: 5, packedSize: 7, crc: crcOf(Buffer.from('inner')) },
  ])

  expect(outcome(() => readZip(archive))).toMatchObject({
    code: 'zip_damaged',
    facts: { reason: 'overlap' },
  })
})

test('too many entries are refused, whichever way they are counted', () => {
  const many = Array.from({ length: 20_001 }, (_, i) => ({ name: `f${i}`, method: 0 }))

  expect(outcome(() => readZip(writeZip(many)))).toMatchObject({
    code: 'zip_too_large',
    facts: { what: 'entries' },
  })
  expect(
    outcome(() => readZip(writeZip([{ name: 'a' }], { count: 65_536, zip64: true }))),
  ).toMatchObject({
    code: 'zip_too_large',
  })
})

test.each([
  ['nothing', new Uint8Array()],
  ['text', Uint8Array.from(Buffer.from('not an archive, whatever its name says'))],
  ['half an archive', writeZip([{ name: 'a', data: 'x'.repeat(99) }]).slice(0, 60)],
  ['a directory that is not there', writeZip([], { count: 3 })],
])('%s is not an archive', (_title, bytes) => {
  expect(outcome(() => readZip(bytes))).toMatchObject({ code: 'zip_invalid' })
})

test('an archive over the limit is not even opened', () => {
  expect(
    outcome(() => readZip(new Uint8Array(20), { ...ZIP_LIMITS, packedBytes: 10 })),
  ).toMatchObject({ code: 'zip_too_large', facts: { what: 'packed' } })
})

test.each(randomCases())(
  'what the engine writes it reads back, modes and links included (seed $seed)',
  (cases) => {
    fc.assert(
      fc.property(project(10, 1), (files) => {
        const all = [...files, file('to-a', 'a', '120000')]

        const read = readZip(writeArchive(all, Date.UTC(2027, 0, 1)), ZIP_LIMITS, {
          keepFolder: true,
        })

        expect(sorted(read)).toEqual(sorted({ files: all, leftOut: [], folder: null }))
      }),
      cases,
    )
  },
)

const isEqual = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

function link(name: string, to: string): ZipEntry {
  return { name, data: to, unixMode: LINK }
}

const file = (path: string, text: string, mode: TestFile['mode']): TestFile => ({
  path,
  bytes: Uint8Array.from(Buffer.from(text)),
  mode,
})

const sorted = ({ files }: FileSet) =>
  files
    .map(({ path, bytes, mode }) => ({ path, mode, bytes: Buffer.from(bytes).toString('hex') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

const crcOf = (bytes: Buffer) => crc32(Uint8Array.from(bytes))

function outcome<T>(work: () => T): T | SyncError {
  try {
    return work()
  } catch (error) {
    if (error instanceof SyncError) return error
    throw error
  }
}

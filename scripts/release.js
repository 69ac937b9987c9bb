import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './bill-of-materials.js'
import { bundle, commitHere } from './bundle.js'
import { buildImage, missingTools } from './image.js'
import { packForNpm } from './npm-package.js'
import { gitIn, planRelease, writeVersion } from './release-rules.js'
import { root } from './root.js'
import { main, npm, Refusal, report, run, say } from './run.js'

const SIGNATURE_NAMESPACE = 'file'

/**
 * `npm run release -- minor`: tests, version, release folder, npm package, image, bill of materials, sums, tag. Nothing is published: that
 * needs an identity that a script should not have. `--dry-run` says what it would do and writes nothing.
 */
async function release(level, { isDry }) {
  const git = gitIn(root)
  const { version, tag, since } = planRelease(root, level)
  say(`${tag}${since === null ? ', the first with a tag' : `, after ${since}`}`)
  const missing = await missingTools()
  if (missing !== null) report(`\nNO IMAGE WILL BE BUILT: that needs ${missing}.\n`)
  if (isDry) return

  await npm(['test'], { show: true })
  const files = writeVersion(root, version, new Date())
  git('commit', '-q', '-m', `chore(release): ${version}`, '--', ...files)
  try {
    const folder = await makeFiles({ version, canBuildImage: missing === null })
    git('tag', '-a', tag, '-m', `Gitferry ${version}`)
    say(
      `${tag} is tagged; its files are in ${folder}. To publish: git push --follow-tags, npm publish <file>.tgz --provenance.`,
    )
  } catch (error) {
    report(
      `The commit of the version stays without a tag. To take it back: git reset --hard HEAD~1`,
    )
    throw error
  }
}

async function makeFiles({ version, canBuildImage }) {
  const folder = join(root, `dist/gitferry-${version}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { builtAt } = commitHere()

  const built = await bundle()
  await packForNpm(built, folder)
  await packFolder(built, join(folder, `gitferry-${version}-linux-${process.arch}.tar.gz`), builtAt)
  const image = canBuildImage ? await buildImage() : null
  if (image) renameSync(image.archive, join(folder, `gitferry-${version}-image.tar`))
  const bill = await billOfMaterials({ version, builtAt, image: image?.contents ?? null })
  writeFileSync(join(folder, 'bill-of-materials.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  await writeSums(folder)

  return folder
}

/** For machines without npm, such as those under systemd. */
async function packFolder(folder, file, builtAt) {
  const plain = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${builtAt.getTime() / 1000}`,
  ]
  await run('tar', [
    '-cf',
    `${file}.tar`,
    ...plain,
    '--transform=s,^\\.,gitferry,',
    '-C',
    folder,
    '.',
  ])
  await run('gzip', ['-9nf', `${file}.tar`])
  renameSync(`${file}.tar.gz`, file)
}

/** Signed where a key is named: `ssh-keygen -Y verify` checks it. */
async function writeSums(folder) {
  const sums = readdirSync(folder)
    .sort()
    .map((name) => {
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
      return `${digest}  ${name}\n`
    })
  const file = join(folder, 'SHA256SUMS')
  writeFileSync(file, sums.join(''))
  const key = process.env.RELEASE_SIGNING_KEY
  if (!key) return report('NOT SIGNED: RELEASE_SIGNING_KEY names no key of ssh-keygen.')

  await run('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', SIGNATURE_NAMESPACE, file])
}

await main(async () => {
  const given = process.argv.slice(2)
  const [level, ...more] = given.filter((one) => one !== '--dry-run')
  if (more.length > 0) throw new Refusal(`${more[0]} is not known.`)

  await release(level, { isDry: given.includes('--dry-run') })
})

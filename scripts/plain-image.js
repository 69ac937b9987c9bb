import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Writes an image archive anew without the id and the host name of the container that built it, which buildah draws at random. Its bytes
 * then depend on the contents only.
 * @returns {string} The image's id: the digest of its configuration.
 */
export function writePlainImage(archive, { tag }) {
  const folder = mkdtempSync(join(dirname(archive), 'image-'))
  try {
    execFileSync('tar', ['-xf', archive, '-C', folder])
    const [{ Config: configFile, Layers: layers }] = readJson(join(folder, 'manifest.json'))
    const config = JSON.stringify(plainConfig(readJson(join(folder, configFile))))
    const id = createHash('sha256').update(config).digest('hex')
    const manifest = [{ Config: `${id}.json`, RepoTags: [tag], Layers: layers }]
    writeFileSync(join(folder, `${id}.json`), config)
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    const names = ['manifest.json', `${id}.json`, ...layers]
    const plain = ['--format=ustar', '--owner=0', '--group=0', '--mode=0644', '--mtime=@0']
    execFileSync('tar', ['-cf', `${archive}.plain`, ...plain, '-C', folder, ...names])
    renameSync(`${archive}.plain`, archive)
    return id
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function plainConfig({ container: _container, container_config: _built, config, ...others }) {
  return { ...others, config: { ...config, Hostname: '' } }
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

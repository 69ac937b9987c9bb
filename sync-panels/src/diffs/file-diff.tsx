import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useByteText } from '#words/use-sync-error-text.ts'
import { DiffLines } from './diff-lines.tsx'
import type { LoadedSides } from './use-sides.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The changes of a file. */
export function FileDiffView({ path, sides }: { path: string; sides: LoadedSides }) {
  const { t } = usePanelTexts()

  if (sides.state === 'failed') return <SyncTrouble error={sides.error} onRetry={sides.reload} />
  if (sides.state === 'loading') {
    return (
      <p role="status" className="text-sm text-ink-soft">
        {t('diffs.loading')}
      </p>
    )
  }
  const { onGithub, inProject, diff } = sides.data
  if (diff.kind === 'lines') return <DiffLines diff={diff} path={path} />

  return <Sizes path={path} onGithub={onGithub} inProject={inProject} />
}

type SizesProps = { path: string; onGithub: Bytes | null; inProject: Bytes | null }

function Sizes({ path, onGithub, inProject }: SizesProps) {
  const { t } = usePanelTexts()
  const bytes = useByteText()
  const imageThere = onGithub && imageAddress(path, onGithub)
  const imageHere = inProject && imageAddress(path, inProject)

  return (
    <div className="grid gap-3 text-sm">
      <p className="text-ink-soft">
        {t('diffs.sizes', {
          before: bytes(onGithub?.length ?? 0),
          after: bytes(inProject?.length ?? 0),
        })}
      </p>
      {(imageThere || imageHere) && (
        <div className="grid grid-cols-2 gap-3">
          {imageThere && <Picture address={imageThere} caption={t('diffs.onGithub')} />}
          {imageHere && <Picture address={imageHere} caption={t('diffs.inProject')} />}
        </div>
      )}
    </div>
  )
}

function Picture({ address, caption }: { address: string; caption: string }) {
  return (
    <figure className="grid gap-1">
      <img
        src={address}
        alt={caption}
        className="max-h-48 rounded-sm border border-line bg-sunken object-contain"
      />
      <figcaption className="text-xs text-ink-soft">{caption}</figcaption>
    </figure>
  )
}

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
}

const MAX_BYTES = 1_000_000
const PORTION = 8192

/** A data URL for an image; null for other and large files. */
function imageAddress(path: string, bytes: Uint8Array): string | null {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  if (!type || bytes.length > MAX_BYTES) return null
  let text = ''
  // In portions, because a function accepts a limited number of arguments.
  for (let at = 0; at < bytes.length; at += PORTION) {
    text += String.fromCharCode(...bytes.subarray(at, at + PORTION))
  }
  return `data:${type};base64,${btoa(text)}`
}

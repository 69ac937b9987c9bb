import type { Contents } from '@app/sync/contents'
import { diffFile, type FileDiff } from '@app/sync/diff-file'
import { readFile } from '@app/sync/read-file'
import type { Repository } from '@app/sync/target'
import { useLoaded } from '#loading/use-loaded.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useByteText } from '#words/use-sync-error-text.ts'
import { DiffLines } from './diff-lines.tsx'
import { imageAddress } from './image-address.ts'

type Bytes = Uint8Array<ArrayBuffer>

type Props = {
  repository: Repository
  path: string
  /** The name of the content that GitHub has; null if it has none. */
  before: string | null
  /** The name of the content that the project has; null if it has none. */
  after: string | null
  contents: Contents
}

/** What changed in a file. The side that GitHub has is fetched when this is shown. */
export function FileDiffView({ repository, path, before, after, contents }: Props) {
  const { t } = usePanelTexts()
  const { host } = useSurroundings()
  const sides = useLoaded(`${before} ${after}`, async (signal) => {
    const oldBytes = before ? await readFile(host, repository, before, { signal }) : null
    const newBytes = after ? await contents(after) : null
    return { oldBytes, newBytes, diff: diffFile(oldBytes, newBytes) }
  })

  if (sides.state === 'failed') return <SyncTrouble error={sides.error} onRetry={sides.reload} />
  if (sides.state === 'loading') {
    return (
      <p role="status" className="text-sm text-ink-soft">
        {t('diffs.loading')}
      </p>
    )
  }
  const { oldBytes, newBytes, diff } = sides.data
  if (diff.kind === 'lines') return <DiffLines diff={diff} path={path} />

  return <Sizes path={path} before={oldBytes} after={newBytes} diff={diff} />
}

type SizesProps = {
  path: string
  before: Bytes | null
  after: Bytes | null
  diff: Extract<FileDiff, { kind: 'sizes' }>
}

function Sizes({ path, before, after, diff }: SizesProps) {
  const { t } = usePanelTexts()
  const bytes = useByteText()
  const oldImage = before && imageAddress(path, before)
  const newImage = after && imageAddress(path, after)

  return (
    <div className="grid gap-3 text-sm">
      <p className="text-ink-soft">
        {t('diffs.sizes', { before: bytes(diff.oldSize), after: bytes(diff.newSize) })}
      </p>
      {(oldImage || newImage) && (
        <div className="grid grid-cols-2 gap-3">
          {oldImage && <Picture address={oldImage} caption={t('diffs.onGithub')} />}
          {newImage && <Picture address={newImage} caption={t('diffs.inProject')} />}
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

import type { Contents } from '@app/sync/contents'
import { diffFile } from '@app/sync/diff-file'
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
  /** The SHAs of the old and new content; null if missing. */
  before: string | null
  after: string | null
  /** The project's contents. */
  contents: Contents
  /** Whether the new side is GitHub's and the old one the project's. */
  isIncoming: boolean
}

/** The changes of a file. GitHub's side is fetched when this is shown. */
export function FileDiffView({ repository, path, before, after, contents, isIncoming }: Props) {
  const { t } = usePanelTexts()
  const { host } = useSurroundings()
  const [there, here] = isIncoming ? [after, before] : [before, after]
  const sides = useLoaded(`${before} ${after}`, async (signal) => {
    const onGithub = there ? await readFile(host, repository, there, { signal }) : null
    const inProject = here ? await contents(here) : null
    const diff = isIncoming ? diffFile(inProject, onGithub) : diffFile(onGithub, inProject)
    return { onGithub, inProject, diff }
  })

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

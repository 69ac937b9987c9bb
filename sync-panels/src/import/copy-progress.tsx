import type { TemporaryClone } from '@app/contract/private-import-replies'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Progress } from '@app/ui/progress.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import type { ImportService } from './import-service.ts'
import { PublicCopy } from './public-copy.tsx'
import { refusalText } from './refusal-text.ts'
import { SecretsQuestion } from './secrets-question.tsx'
import { useCopy } from './use-copy.ts'

type Props = { service: ImportService; cloneId: string; onDone: () => void }

/** From the first file to the deletion, as reported by the server. */
export function CopyProgress({ service, cloneId, onDone }: Props) {
  const { t } = usePanelTexts()
  const copy = useCopy(service, cloneId)
  const { run, running, failure } = useAction<'remove' | 'accept'>()
  if (!copy) return <p role="status">{t('import.looking')}</p>

  const { clone, aheadMs, isUnheard } = copy
  const remove = () => run('remove', () => service.remove(cloneId))
  const canStop = ['reading', 'creating', 'copying'].includes(clone.status)

  return (
    <div className="grid gap-5">
      <p className="font-medium break-words">
        {t('push.target', { repo: clone.source_full_name, branch: clone.branch ?? '' })}
      </p>
      {failure && <Notice tone="danger">{t('import.unheard')}</Notice>}
      {isUnheard && <Notice tone="notice">{t('import.offline')}</Notice>}
      {clone.status === 'asking' && (
        <SecretsQuestion
          findings={clone.findings ?? []}
          running={running}
          onStop={remove}
          onAccept={() => run('accept', () => service.acceptSecrets(cloneId))}
        />
      )}
      {clone.status === 'public' && (
        <PublicCopy
          clone={clone}
          aheadMs={aheadMs}
          isDeleting={running === 'remove'}
          onDelete={remove}
        />
      )}
      <Working clone={clone} />
      {canStop && (
        <div>
          <Button variant="secondary" size="sm" isBusy={running === 'remove'} onClick={remove}>
            {t('panels.cancel')}
          </Button>
        </div>
      )}
      <Ended clone={clone} onDone={onDone} />
    </div>
  )
}

function Working({
  clone: { status, files_done: done, files_all: all },
}: {
  clone: TemporaryClone
}) {
  const { t } = usePanelTexts()
  const text = {
    reading: t('import.states.reading'),
    creating: t('import.states.creating'),
    copying: t('import.states.copying', { k: done, n: all ?? done }),
    deleting: t('import.states.deleting'),
  }[status as string]
  if (text === undefined) return null

  return (
    <div className="grid gap-3">
      <p role="status" className="text-sm">
        {text}
      </p>
      {status === 'copying' && all !== null && <Progress label={text} value={done} max={all} />}
    </div>
  )
}

function Ended({ clone, onDone }: { clone: TemporaryClone; onDone: () => void }) {
  const { t } = usePanelTexts()
  const { siteName } = useSurroundings()
  if (clone.status !== 'deleted' && clone.status !== 'failed') return null
  const [owner = '', name = ''] = clone.source_full_name.split('/')
  const facts = { owner, name, branch: clone.branch ?? '', siteName }

  return (
    <>
      {clone.status === 'failed' ? (
        <Notice tone="danger">{refusalText(t, clone.error_code ?? '', facts)}</Notice>
      ) : (
        <Notice tone="positive">{deletedText(clone)}</Notice>
      )}
      {clone.made_public_at && (
        <p className="text-sm text-ink-soft">
          {t('import.afterwards', { repo: clone.source_full_name })}
        </p>
      )}
      <div>
        <Button variant="secondary" size="sm" onClick={onDone}>
          {t('import.again')}
        </Button>
      </div>
    </>
  )

  function deletedText({ made_public_at: since, deleted_at: until }: TemporaryClone): string {
    if (!since || !until) return t('import.states.stopped')
    const s = Math.max(0, Math.round((Date.parse(until) - Date.parse(since)) / 1000))

    return t('import.states.deleted', { s })
  }
}

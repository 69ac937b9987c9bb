import type { CloneFinding } from '@app/contract/private-import-replies'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props = {
  findings: CloneFinding[]
  running: 'remove' | 'accept' | null
  onStop: () => void
  onAccept: () => void
}

/** Possible secrets in what would become public. Stopping is what a quick answer does. */
export function SecretsQuestion({ findings, running, onStop, onAccept }: Props) {
  const { t } = usePanelTexts()

  return (
    <div className="grid gap-4">
      <Notice tone="notice">
        <p className="font-semibold">{t('import.secrets.title', { count: findings.length })}</p>
        <section
          aria-label={t('import.secrets.title', { count: findings.length })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          className="mt-2 max-h-60 overflow-y-auto"
        >
          <ul className="grid gap-1">
            {findings.map(({ path, line, kind, start }) => (
              <li key={`${path}:${line}:${kind}`} className="font-mono text-xs break-all">
                {start ? `${path}:${line} ${start}…` : path}
              </li>
            ))}
          </ul>
        </section>
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" autoFocus isBusy={running === 'remove'} onClick={onStop}>
          {t('import.secrets.stop')}
        </Button>
        <Button variant="secondary" size="sm" isBusy={running === 'accept'} onClick={onAccept}>
          {t('import.secrets.accept')}
        </Button>
      </div>
    </div>
  )
}

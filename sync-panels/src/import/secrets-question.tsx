import type { CloneFinding } from '@app/contract/private-import-replies'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { sortFindings, useFindingTexts } from '#words/secret-kinds.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props = {
  findings: CloneFinding[]
  running: 'remove' | 'accept' | null
  onStop: () => void
  onAccept: () => void
}

/** Possible secrets that would be published. The default button stops the import. */
export function SecretsQuestion({ findings, running, onStop, onAccept }: Props) {
  const { t } = usePanelTexts()
  const { secrets, unsearched, stop } = sortFindings(findings)

  return (
    <div className="grid gap-4">
      <Notice tone="notice">
        <div className="grid gap-3">
          {secrets.length > 0 && (
            <FindingList
              title={t('import.secrets.title', { count: countOf(secrets) })}
              findings={secrets}
            />
          )}
          {unsearched.length > 0 && (
            <FindingList
              title={t('import.secrets.unsearched', { count: unsearched.length })}
              findings={unsearched}
            />
          )}
          {stop && (
            <p className="font-semibold break-words">
              {t('import.secrets.stopped', { path: stop.path, line: stop.line })}
            </p>
          )}
          <p>{t('import.secrets.advice')}</p>
        </div>
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

/** The total, including findings represented by others. */
const countOf = (findings: readonly CloneFinding[]): number =>
  findings.reduce((sum, { count }) => sum + count, 0)

/** In the format of editors: file, line and column. */
const placeOf = ({ path, line, column, start }: CloneFinding): string =>
  start ? `${path}:${line}:${column} ${start}…` : path

/** Two kinds may occur in one line. */
const keyOf = ({ path, line, kind }: CloneFinding): string => `${path}:${line}:${kind}`

function FindingList({ title, findings }: { title: string; findings: readonly CloneFinding[] }) {
  const { nameOf, adviceOf } = useFindingTexts()

  return (
    <div>
      <p className="font-semibold">{title}</p>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="mt-2 max-h-60 overflow-y-auto"
      >
        <ul className="grid gap-2">
          {findings.map((finding) => (
            <li key={keyOf(finding)} className="text-sm">
              <span className="block font-mono text-xs break-all">{placeOf(finding)}</span>
              <span className="text-ink-soft">
                {[nameOf(finding), adviceOf(finding)].filter(Boolean).join('. ')}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

import { findingId } from '@app/sync/choices'
import type { Comparison } from '@app/sync/comparison'
import { Button } from '@app/ui/button.tsx'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { useState } from 'react'
import { useSurroundings } from '#surroundings.tsx'
import { useFindingTexts } from '#words/secret-kinds.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { type Ticks, toggle } from './review-answers.ts'

type Finding = Comparison['findings'][number]
type Props = { ticks: Ticks; onChange: (ticks: Ticks) => void }

/** Thousands of checkboxes would block the page. */
const SHOWN_AT_ONCE = 50

/** A checkbox for each finding, shown in portions. */
export function FindingTicks({ findings, ...props }: Props & { findings: readonly Finding[] }) {
  const { t } = usePanelTexts()
  const { nameOf, adviceOf } = useFindingTexts()
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const left = Math.min(SHOWN_AT_ONCE, findings.length - shown)

  return (
    <>
      {findings.slice(0, shown).map((finding) => {
        const { path, line, start } = finding
        const kind = nameOf(finding)
        const place = start ? t('needs.secretPlace', { line, kind, start }) : kind

        return (
          <div key={findingId(finding)}>
            <FindingTick
              {...props}
              finding={finding}
              label={t('needs.secretTick', { path })}
              hint={[place, adviceOf(finding)].filter(Boolean).join('. ')}
            />
            {finding.fingerprint !== null && <NotSecret {...props} finding={finding} />}
          </div>
        )
      })}
      {left > 0 && (
        <Button variant="secondary" size="sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t('needs.showMore', { count: left, n: left })}
        </Button>
      )}
    </>
  )
}

export function FindingTick({
  finding,
  label,
  hint,
  ticks,
  onChange,
}: Props & { finding: Finding; label: string; hint?: string }) {
  const id = findingId(finding)

  return (
    <Checkbox
      label={label}
      {...(hint !== undefined && { hint })}
      checked={ticks.pushSecrets.includes(id)}
      onChange={({ target }) => onChange(toggle(ticks, 'pushSecrets', id, target.checked))}
    />
  )
}

/** Stores the finding for later reviews, and selects it now; both can be undone. */
function NotSecret({ finding, ticks, onChange }: Props & { finding: Finding }) {
  const { t } = usePanelTexts()
  const { notSecrets } = useSurroundings()
  const [state, setState] = useState<'asked' | 'kept' | 'failed'>('asked')
  const { path, line, fingerprint } = finding
  const isKept = state === 'kept'
  const change = async () => {
    const known = fingerprint ?? ''
    try {
      await (isKept ? notSecrets.remove([known]) : notSecrets.add(known))
      setState(isKept ? 'asked' : 'kept')
      onChange(toggle(ticks, 'pushSecrets', findingId(finding), !isKept))
    } catch {
      setState('failed')
    }
  }

  return (
    <div className="ms-7 flex flex-wrap items-center gap-x-3 text-sm">
      <p role="status">
        {isKept && t('needs.notSecretKept')}
        {state === 'failed' && t('needs.notSecretFailed')}
      </p>
      {state !== 'failed' && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t(isKept ? 'needs.takeBackLabel' : 'needs.notSecretLabel', { path, line })}
          onClick={change}
        >
          {t(isKept ? 'needs.takeBack' : 'needs.notSecret')}
        </Button>
      )}
    </div>
  )
}

import { Button } from '@app/ui/button.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { runTrial } from '#features/github-demo/run-trial.ts'
import { TrialCard } from '#features/github-demo/trial-card.tsx'
import { TRIALS, type Trial } from '#features/github-demo/trials.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Every call of the connection, for members who want to know what the product requests from GitHub. */
export function DemoScreen() {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  // A new key remounts the card in its initial state.
  const [turn, setTurn] = useState(1)

  return (
    <div className="page-edge grid gap-6 py-10 md:py-14">
      <PageHeader
        title={t('githubDemo.title')}
        lead={t('githubDemo.lead')}
        action={
          <Button variant="secondary" onClick={() => setTurn(turn + 1)}>
            {t('githubDemo.clear')}
          </Button>
        }
      />
      <div className="max-w-form">
        <TextField
          label={t('githubDemo.words')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <div key={turn} className="grid gap-6 *:min-w-0 lg:grid-cols-2">
        {TRIALS.map((trial) => (
          <RunnableTrial key={trial.id} trial={trial} words={words} />
        ))}
      </div>
    </div>
  )
}

function RunnableTrial({ trial, words }: { trial: Trial; words: string }) {
  const client = useQueryClient()
  const running = useMutation({
    mutationFn: async () => runTrial(await trial.prepare(client, words)),
  })

  return <TrialCard trial={trial} running={running} />
}

import { isRepositoryName } from '@app/sync/repository-name'
import { Badge } from '@app/ui/badge.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useEffect, useId, useState } from 'react'
import { type ListedRepository, listRepositories, type Owner } from '#github/list-owners.ts'
import { useLoaded } from '#loading/use-loaded.ts'
import { repositoryNameFor } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

export type RepositoryWish = { name: string; isNew: boolean; defaultBranch: string }

type Props = {
  owner: Owner
  mayCreate: boolean
  value: RepositoryWish | null
  onChange: (wish: RepositoryWish | null) => void
}

const FIRST_BRANCH = 'main'

export function RepositoryPicker({ owner, mayCreate, value, onChange }: Props) {
  const { t } = usePanelTexts()
  const { host, project, ways, account } = useSurroundings()
  const [typed, setTyped] = useState('')
  const group = useId()
  const known = owner.repositories?.length ?? owner.installation
  const listed = useLoaded(`${owner.login} ${known}`, (signal) =>
    listRepositories(host, owner, signal),
  )
  const linked = project.target?.name ?? ''
  const repositories = listed.state === 'loaded' ? listed.data : null
  const current = repositories?.find(({ name }) => name.toLowerCase() === linked.toLowerCase())
  const isOpen = value === null && current !== undefined && typed === ''

  // The linked repository is what most people want, as soon as it is known to be there.
  useEffect(() => {
    if (isOpen && current) onChange(wishFor(current))
  }, [isOpen, current, onChange])

  const newName = mayCreate && repositories ? nameForNew(typed, project.name, repositories) : null
  const isFirst = value === null && linked === '' && typed === '' && newName !== null

  // A project without a repository gets one of its own name, unless somebody chooses otherwise.
  useEffect(() => {
    if (isFirst) onChange({ name: newName, isNew: true, defaultBranch: FIRST_BRANCH })
  }, [isFirst, newName, onChange])

  if (listed.state === 'failed') return <SyncTrouble error={listed.error} onRetry={listed.reload} />

  const found = (repositories ?? []).filter(({ name }) =>
    name.toLowerCase().includes(typed.trim().toLowerCase()),
  )

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t('targets.repository')}</legend>
      <TextField
        label={t('targets.search')}
        type="search"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(null)
        }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="max-h-72 overflow-y-auto overscroll-contain rounded-md border border-line-control">
        {listed.state === 'loading' && (
          <p role="status" className="px-4 py-3 text-sm text-ink-soft">
            {t('targets.loadingRepositories')}
          </p>
        )}
        {repositories && found.length === 0 && (typed !== '' || !newName) && (
          <p className="px-4 py-3 text-sm text-ink-soft">
            {t(typed ? 'targets.noneFound' : 'targets.none')}
          </p>
        )}
        {repositories && newName && (
          <Choice
            group={group}
            isChosen={value?.isNew === true && value.name === newName}
            onChoose={() => onChange({ name: newName, isNew: true, defaultBranch: FIRST_BRANCH })}
            label={t('targets.newRepository', { name: newName })}
          />
        )}
        {found.map((one) => (
          <Choice
            key={one.name}
            group={group}
            isChosen={value?.isNew === false && value.name === one.name}
            onChoose={() => onChange(wishFor(one))}
            label={one.name}
            note={t(one.isPrivate ? 'targets.private' : 'targets.public')}
          />
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        <a
          href={ways.access(owner.login)}
          target="_blank"
          rel="noreferrer"
          className="text-accent underline underline-offset-2"
        >
          {t(account?.token === 'app' ? 'targets.giveAccess' : 'targets.changeToken')}
        </a>
      </p>
    </fieldset>
  )
}

const wishFor = ({ name, defaultBranch }: ListedRepository): RepositoryWish => ({
  name,
  isNew: false,
  defaultBranch,
})

/** What was typed, else the project's own name; null if that is no name or is taken. */
function nameForNew(
  typed: string,
  projectName: string,
  repositories: ListedRepository[],
): string | null {
  const wanted = typed.trim().replace(/\s+/g, '-') || repositoryNameFor(projectName)
  const isTaken = repositories.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())

  return isTaken || !isRepositoryName(wanted) ? null : wanted
}

type ChoiceProps = {
  group: string
  label: string
  note?: string
  isChosen: boolean
  onChoose: () => void
}

function Choice({ group, label, note, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line px-4 py-2 text-sm last:border-b-0 has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className="radio-dot"
      />
      <span className="min-w-0 flex-1 break-words">{label}</span>
      {note && <Badge>{note}</Badge>}
    </label>
  )
}

import { ChevronDownIcon } from '@app/ui/icons.tsx'
import { SuggestField } from '@app/ui/suggest-field.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import type { Form } from '@app/ui/use-form.ts'
import { type ReactNode, useState } from 'react'
import type { Repository } from '#api/github/github-calls.ts'
import type { OpenProject } from '#api/projects/open-projects.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { BRANCH_MAX, type LinkDraft, NAME_MAX, understood } from './link-draft.ts'

type Props = {
  form: Form<LinkDraft>
  /** Suggestions; others can be typed. */
  repositories: readonly Repository[]
  /** Full names, in lower case, of those that other projects are linked to. */
  linked: readonly string[]
  /** The member's projects without a repository; others get a new name. */
  projects: readonly OpenProject[]
}

const CODE = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }

export function LinkFields({ form, repositories, linked, projects }: Props) {
  const { t } = useTranslation()
  const { host } = new URL(usePublicConfig().github.webUrl)
  const { draft } = form
  const chosen = repositories.find(({ full_name }) => full_name === draft.repository)
  const isKnown = projects.some(({ name }) => name === draft.name.trim())
  const visibility = (one: Repository) =>
    one.private ? t('projects.form.private') : t('projects.form.public')
  const isLinked = (one: Repository) => linked.includes(one.full_name.toLowerCase())

  return (
    <>
      <SuggestField
        {...form.field('repository')}
        label={t('projects.form.repository')}
        hint={
          chosen
            ? t(isLinked(chosen) ? 'projects.form.chosenLinked' : 'projects.form.chosen', {
                visibility: visibility(chosen),
              })
            : t(repositories.length > 0 ? 'projects.form.chooseHint' : 'projects.form.typeHint')
        }
        suggestions={repositories.map((one) => ({
          value: one.full_name,
          note: isLinked(one) ? t('projects.form.linked') : visibility(one),
        }))}
        openText={t('projects.form.showRepositories')}
        nothingText={t('projects.form.noRepository')}
        onChange={(text) => form.change(understood('repository', text, draft, host))}
      />
      <SuggestField
        {...form.field('name')}
        label={t('projects.form.name')}
        {...(projects.length > 0 && {
          hint: isKnown
            ? t('projects.form.nameChosen', { name: draft.name })
            : t('projects.form.nameHint'),
        })}
        suggestions={projects.map(({ name }) => ({ value: name }))}
        openText={t('projects.form.showProjects')}
        nothingText={t('projects.form.newProject')}
        maxLength={NAME_MAX}
        required
        onChange={(name) => form.change({ name })}
      />
      <OptionalFields form={form}>
        <TextField
          {...form.field('branch')}
          {...CODE}
          label={t('projects.form.branch')}
          placeholder={chosen?.default_branch}
          maxLength={BRANCH_MAX}
        />
        <TextField
          {...form.field('builderAddress')}
          {...CODE}
          inputMode="url"
          label={t('projects.form.builderAddress')}
          hint={t('projects.form.builderAddressHint')}
          onChange={({ target }) =>
            form.change(understood('builderAddress', target.value, draft, host))
          }
        />
      </OptionalFields>
    </>
  )
}

/** Folded until wanted, because a repository and a name are enough. Open where a pasted address or the link filled one in. */
function OptionalFields({ form, children }: { form: Form<LinkDraft>; children: ReactNode }) {
  const { t } = useTranslation()
  const [isWanted, setWanted] = useState(false)
  const { branch, builderAddress } = form.draft
  const isFilled = branch !== '' || builderAddress !== ''

  return (
    <details
      open={isWanted || isFilled}
      onToggle={({ currentTarget }) => setWanted(currentTarget.open)}
      className="group"
    >
      <summary className="inline-flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-md text-sm font-medium text-accent [&::-webkit-details-marker]:hidden pointer-coarse:min-h-11">
        {t('projects.form.more')}
        <ChevronDownIcon className="size-4 group-open:rotate-180" />
      </summary>
      <div className="mt-2 grid gap-5 sm:grid-cols-2">{children}</div>
    </details>
  )
}

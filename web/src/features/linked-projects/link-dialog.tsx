import { Button } from '@app/ui/button.tsx'
import { DraftDialog } from '@app/ui/draft-dialog.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import type { Repository } from '#api/github/github-calls.ts'
import type { Link } from '#api/projects/linked-projects.ts'
import type { OpenProject } from '#api/projects/open-projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { LinkFields } from './link-fields.tsx'
import { useLinkForm } from './use-link-form.ts'

type Props = {
  /** Null for a new link. */
  link: Link | null
  /** A pasted URL that prefills a new link. */
  address?: string
  repositories: readonly Repository[]
  /** Full names, in lower case, of those that the member's projects are linked to. */
  linked?: readonly string[]
  /** The member's projects without a repository, for a new link. */
  projects?: readonly OpenProject[]
  onClose: () => void
}

/** Creates or changes a link. Uses texts of the namespace `projects`. */
export function LinkDialog(props: Props) {
  const { link, address = '', repositories, linked = [], projects = [], onClose } = props
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const form = useLinkForm({ link, address, repositories, projects, onSaved: onClose })

  return (
    <DraftDialog
      isOpen
      title={t(link ? 'projects.form.editTitle' : 'projects.form.linkTitle')}
      lead={t(link ? 'projects.form.editLead' : 'projects.form.linkLead')}
      closeText={t('common.close')}
      isDirty={form.isDirty}
      leaving={leaving}
      onClose={onClose}
    >
      {(askToClose) => (
        <form {...form.props} className="grid gap-5">
          <LinkFields
            form={form}
            repositories={repositories}
            linked={linked.filter((name) => name !== fullNameOf(link))}
            projects={projects}
          />
          <FailureNotice failure={form.failure} />
          <FormActions>
            <Button variant="secondary" onClick={askToClose}>
              {t('common.cancel')}
            </Button>
            <SubmitButton form={form}>
              {t(link ? 'projects.form.save' : 'projects.form.link')}
            </SubmitButton>
          </FormActions>
        </form>
      )}
    </DraftDialog>
  )
}

/** A link's own repository is not marked. */
const fullNameOf = (link: Link | null): string | null =>
  link && `${link.github_repo_owner}/${link.github_repo_name}`.toLowerCase()

import { day } from '@app/platform/mail/layout/format.ts'
import type { Template } from '@app/platform/mail/layout/message.ts'
import type { SiteLink } from '@app/platform/mail/layout/site-link.ts'
import { words } from '@app/platform/mail/layout/words.ts'

type Invitation = {
  inviter: string
  project: string
  role: 'editor' | 'viewer'
  validUntil: Date
  link: SiteLink
}

export const projectInvitation: Template<Invitation> = {
  en: ({ inviter, project, role, validUntil, link }, product) => ({
    subject: words`${inviter} invites you to ${project}`,
    preview: words`Work on it together, in ${product}.`,
    heading: words`Join ${project}`,
    lines: [
      role === 'editor'
        ? words`${inviter} would like to work with you on ${project}: its tasks, its progress, its people.`
        : words`${inviter} would like to show you ${project}: its tasks, its progress, its people.`,
    ],
    action: { label: words`See the invitation`, link },
    notes: [
      words`The invitation is open until ${day('en', validUntil)}.`,
      words`If you don’t know each other, ignore this email.`,
    ],
    reason: 'entered',
  }),
  es: ({ inviter, project, role, validUntil, link }, product) => ({
    subject: words`${inviter} te invita a ${project}`,
    preview: words`Para trabajar juntos en ${product}.`,
    heading: words`Únete a ${project}`,
    lines: [
      role === 'editor'
        ? words`${inviter} quiere trabajar contigo en ${project}: sus tareas, su avance, su gente.`
        : words`${inviter} quiere enseñarte ${project}: sus tareas, su avance, su gente.`,
    ],
    action: { label: words`Ver la invitación`, link },
    notes: [
      words`La invitación vale hasta el ${day('es', validUntil)}.`,
      words`¿No os conocéis? Entonces ignora este correo.`,
    ],
    reason: 'entered',
  }),
}

type Assignment = {
  assigner: string
  task: string
  project: string
  dueOn: Date | null
  link: SiteLink
}

export const taskAssigned: Template<Assignment> = {
  en: ({ assigner, task, project, dueOn, link }) => ({
    subject: words`A task for you: ${task}`,
    preview: words`In ${project}, from ${assigner}.`,
    heading: words`A task for you`,
    lines: [
      words`${assigner} is counting on you for ${task} in ${project}.`,
      ...(dueOn ? [words`It’s due on ${day('en', dueOn)}.`] : []),
    ],
    action: { label: words`Open the task`, link },
    reason: 'chosen',
  }),
  es: ({ assigner, task, project, dueOn, link }) => ({
    subject: words`Una tarea para ti: ${task}`,
    preview: words`En ${project}, de ${assigner}.`,
    heading: words`Una tarea para ti`,
    lines: [
      words`${assigner} cuenta contigo para ${task} en ${project}.`,
      ...(dueOn ? [words`Vence el ${day('es', dueOn)}.`] : []),
    ],
    action: { label: words`Abrir la tarea`, link },
    reason: 'chosen',
  }),
}

type Trouble = { project: string; repository: string; link: SiteLink }

export const syncTrouble: Template<Trouble> = {
  en: ({ project, repository, link }, product) => ({
    subject: words`${project} could not be synced`,
    preview: words`Your work is safe, but GitHub doesn’t have it yet.`,
    heading: words`${project} is waiting ashore`,
    lines: [
      words`${product} could not carry ${project} over to ${repository}. Nothing is lost, but GitHub doesn’t have your latest work yet.`,
      words`Most often, the connection to GitHub has expired, or the repository was moved or renamed.`,
    ],
    action: { label: words`See what’s wrong`, link },
    reason: 'chosen',
  }),
  es: ({ project, repository, link }, product) => ({
    subject: words`No se ha podido sincronizar ${project}`,
    preview: words`Tu trabajo está a salvo; GitHub aún no lo tiene.`,
    heading: words`${project} espera en la orilla`,
    lines: [
      words`${product} no ha podido llevar ${project} hasta ${repository}. No se ha perdido nada, pero GitHub no tiene tu último trabajo.`,
      words`Lo más habitual es que la conexión con GitHub haya caducado, o que el repositorio se haya movido o cambiado de nombre.`,
    ],
    action: { label: words`Ver qué ocurre`, link },
    reason: 'chosen',
  }),
}

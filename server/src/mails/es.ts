import { day, moment, money, span } from '@app/platform/mail/layout/format.ts'
import type { SiteLink } from '@app/platform/mail/layout/site-link.ts'
import { paragraphs, words } from '@app/platform/mail/layout/words.ts'
import { newPassword, signIn } from '@app/platform/mail/templates/shared-parts.ts'
import type { MailTexts } from './mail-texts.ts'

const BILLING: SiteLink = { on: 'site', path: '/settings', query: { tab: 'billing' } }

const LOST = {
  app: {
    subject: words`Vuelve a configurar tu aplicación de autenticación`,
    heading: words`Tu aplicación de autenticación ya no está conectada`,
    result: words`Se ha perdido la conexión con tu aplicación de autenticación: hasta que la configures de nuevo, no se pedirá ningún código al iniciar sesión.`,
  },
  codes: {
    subject: words`Crea códigos de recuperación nuevos`,
    heading: words`Puede que tus códigos de recuperación ya no sirvan`,
    result: words`Puede que los códigos que guardaste ya no sirvan. Los nuevos los sustituyen.`,
  },
  github: {
    subject: words`Vuelve a conectar GitHub`,
    heading: words`Hay que volver a conectar GitHub`,
    result: words`Se ha perdido tu conexión con GitHub. Tus repositorios siguen intactos y tus proyectos, vinculados.`,
  },
}

/** The product's mails in Spanish. */
export const es: MailTexts = {
  account_deleted: ({ at }, product) => ({
    subject: words`Tu cuenta de ${product} se ha eliminado`,
    preview: words`Tu cuenta y todo lo que contenía ya no existen.`,
    heading: words`Tu cuenta se ha eliminado`,
    lines: [
      words`El ${moment('es', at)} se eliminó tu cuenta de ${product}, como pediste, junto con tus proyectos, tareas, ajustes e inicios de sesión. La conexión con GitHub ha terminado y, si tenías una suscripción, también.`,
      words`Tus repositorios de GitHub no se han tocado. Solo conservamos el importe, el día y el número de cada pago, sin tu nombre, como exige la ley.`,
    ],
    notes: [
      words`¿No has sido tú? Escribe a soporte cuanto antes. Este es el último correo que te enviamos.`,
    ],
    reason: 'account',
  }),

  address_confirmed: ({ email, removedPassword }, product) => ({
    subject: words`Tu cuenta de ${product} está confirmada`,
    preview: removedPassword
      ? words`Elige una contraseña nueva para iniciar sesión.`
      : words`Ya puedes iniciar sesión.`,
    heading: words`Tu dirección está confirmada`,
    lines: removedPassword
      ? [
          words`Un administrador ha confirmado esta dirección por ti. La contraseña elegida al registrarse ya no funciona, porque nadie había demostrado que la dirección es suya.`,
          words`Elige una contraseña nueva y podrás iniciar sesión.`,
        ]
      : [words`Un administrador ha confirmado esta dirección por ti. Ya puedes iniciar sesión.`],
    action: removedPassword
      ? { label: words`Elegir contraseña`, link: newPassword(email) }
      : { label: words`Iniciar sesión`, link: signIn(email) },
    notes: [words`¿No te registraste en ${product}? Puedes ignorar este correo.`],
    reason: 'entered',
  }),

  project_invitation: ({ inviter, project, role, validUntil, link }, product) => ({
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
      words`¿No conoces a esta persona? Ignora este correo.`,
    ],
    reason: 'entered',
  }),

  task_assigned: ({ assigner, task, project, dueOn, link }) => ({
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

  sync_trouble: ({ project, repository, link }, product) => ({
    subject: words`No se pudo sincronizar ${project}`,
    preview: words`Tu trabajo está a salvo; GitHub aún no lo tiene.`,
    heading: words`${project} aún no está en GitHub`,
    lines: [
      words`${product} no pudo hacer push de ${project} a ${repository}. No se perdió nada, pero GitHub no tiene tu último trabajo.`,
      words`Lo más habitual es que la conexión con GitHub haya caducado, o que el repositorio se haya movido o cambiado de nombre.`,
    ],
    action: { label: words`Ver qué ocurre`, link },
    reason: 'chosen',
  }),

  subscription_started: ({ plan, renewsOn }) => ({
    subject: words`Gracias: ${plan} ya es tuyo`,
    preview: words`Todo está activado.`,
    heading: words`${plan} está activo`,
    lines: [
      words`Gracias por elegir ${plan}. Todo lo que incluye ya está activado, aquí y en la extensión.`,
      renewsOn
        ? words`Se renueva el ${day('es', renewsOn)}. Las facturas y la cancelación están a un clic.`
        : words`Las facturas y la cancelación están a un clic.`,
    ],
    action: { label: words`Ver mi plan`, link: BILLING },
    reason: 'account',
  }),

  subscription_cancelled: ({ plan, endsOn }) => ({
    subject: words`${plan} termina el ${day('es', endsOn)}`,
    preview: words`Hasta entonces no cambia nada.`,
    heading: words`Tu cancelación está confirmada`,
    lines: [
      words`${plan} no se renovará. Hasta el ${day('es', endsOn)} lo conservas entero; después se quedan tus proyectos y las funciones gratuitas.`,
      words`Hasta entonces puedes cambiar de idea.`,
    ],
    action: { label: words`Conservar mi plan`, link: BILLING },
    reason: 'account',
  }),

  subscription_resumed: ({ plan, renewsOn }) => ({
    subject: words`${plan} continúa`,
    preview: words`Nos alegra que sigas aquí.`,
    heading: words`${plan} continúa`,
    lines: [
      words`Tu suscripción vuelve a estar en marcha como antes, aquí y en la extensión.`,
      ...(renewsOn ? [words`Se renueva el ${day('es', renewsOn)}.`] : []),
    ],
    action: { label: words`Ver mi plan`, link: BILLING },
    reason: 'account',
  }),

  subscription_ended: ({ plan }) => ({
    subject: words`${plan} ha terminado`,
    preview: words`Todos tus proyectos siguen ahí.`,
    heading: words`De vuelta al plan gratuito`,
    lines: [
      words`${plan} ha terminado. Todos tus proyectos siguen ahí y las funciones gratuitas son tuyas como antes.`,
      words`Puedes volver cuando quieras.`,
    ],
    action: { label: words`Ver los planes`, link: { on: 'site', path: '/pricing' } },
    reason: 'account',
  }),

  payment_receipt: ({ plan, price, renewsOn }) => ({
    subject: words`Tu pago de ${plan}`,
    preview: words`${money('es', price)}. Gracias.`,
    heading: words`Gracias por tu pago`,
    lines: [
      words`Hemos recibido ${money('es', price)} por ${plan}.`,
      ...(renewsOn ? [words`El próximo pago será el ${day('es', renewsOn)}.`] : []),
    ],
    action: { label: words`Ver mis facturas`, link: BILLING },
    reason: 'account',
  }),

  payment_failed: ({ plan, price, isOff }) => ({
    subject: words`No se ha podido cobrar ${plan}`,
    preview: isOff
      ? words`Tu plan está desactivado hasta que funcione una tarjeta.`
      : words`Tu plan sigue por ahora; revisa tu tarjeta.`,
    heading: words`El pago no se completó`,
    lines: [
      words`No hemos podido cobrar ${money('es', price)} por ${plan}. Muchas veces la tarjeta simplemente ha caducado.`,
      isOff
        ? words`Era el último intento, así que tu plan está desactivado. Con una tarjeta que funcione se activa de nuevo; tus proyectos siguen como están.`
        : words`Tu plan sigue por ahora y volveremos a intentarlo en los próximos días. Con una tarjeta que funcione no se interrumpe nada.`,
    ],
    action: { label: words`Cambiar mi tarjeta`, link: BILLING },
    reason: 'account',
  }),

  payment_refunded: ({ plan, price }) => ({
    subject: words`Tu reembolso de ${plan}`,
    preview: words`${money('es', price)} van de camino a tu cuenta.`,
    heading: words`Tu reembolso está en camino`,
    lines: [
      words`Te hemos reembolsado ${money('es', price)} de tu pago de ${plan}. Tu banco puede tardar unos días en mostrarlo.`,
    ],
    action: { label: words`Ver mis facturas`, link: BILLING },
    reason: 'account',
  }),

  feedback_receipt: ({ title }, product) => ({
    subject: words`Gracias por tu opinión`,
    preview: words`La leerá una persona.`,
    heading: words`Recibimos tu mensaje`,
    lines: [
      title
        ? words`Gracias por escribirnos sobre ${title}. Lo leerá una persona, no una máquina.`
        : words`Gracias por escribirnos. Lo leerá una persona, no una máquina.`,
      words`Así es como mejora ${product}. Si tenemos alguna pregunta, te escribiremos a esta dirección.`,
    ],
    reason: 'entered',
  }),

  feedback_reply: ({ title, quote, sentAt, text }, product) => ({
    subject: title ? words`Nuestra respuesta: ${title}` : words`Nuestra respuesta a tu comentario`,
    preview: words`El equipo de ${product} te ha respondido.`,
    heading: words`Nuestra respuesta a tu comentario`,
    lines: paragraphs(text),
    notes: [
      ...(quote ? [words`El ${day('es', sentAt)} escribiste: ${quote}`] : []),
      words`Nadie lee las respuestas a este correo. Para escribirnos, usa la dirección de abajo.`,
    ],
    reason: 'account',
  }),

  export_ready: ({ link, validForS }, product) => ({
    subject: words`Tus datos están listos para descargar`,
    preview: words`Todo lo que ${product} sabe de ti, en un archivo.`,
    heading: words`Tus datos están listos`,
    lines: [
      words`Has pedido una copia de tus datos. Está todo en un archivo; entra en tu cuenta para recogerlo.`,
    ],
    action: { label: words`Descargar mis datos`, link },
    notes: [
      words`El archivo estará ahí durante ${span('es', validForS)} y luego se borrará.`,
      words`¿No lo has pedido? Cambia tu contraseña: puede que alguien haya entrado en tu cuenta.`,
    ],
    reason: 'account',
  }),

  copy_left: ({ address }, product) => ({
    subject: words`Una copia temporal en GitHub necesita tu ayuda`,
    preview: words`${product} no pudo borrarla. Hace falta que la borres tú.`,
    heading: words`Borra una copia temporal`,
    lines: [
      words`No se pudo borrar una copia temporal: ${address}. Bórrala en GitHub.`,
      words`Se hizo para importar un repositorio privado en bolt.new. Mientras exista, puede que otras personas la lean. En GitHub encontrarás «Delete this repository» al final de sus ajustes.`,
    ],
    notes: [
      words`Ocurre cuando, entretanto, se ha quitado la conexión con GitHub o la aplicación, o cuando GitHub se niega.`,
    ],
    reason: 'account',
  }),

  secret_lost: ({ what, link }, product) => ({
    subject: LOST[what].subject,
    preview: words`Se hace en un minuto, en tus ajustes.`,
    heading: LOST[what].heading,
    lines: [
      words`${product} ha tenido que cambiar las claves que protegen los secretos guardados. ${LOST[what].result}`,
      words`Tu contraseña, tus llaves de acceso y tus datos siguen igual.`,
    ],
    action: { label: words`Abrir los ajustes`, link },
    reason: 'account',
  }),

  company_metadata_ends: ({ company, endsOn, link }, product) => ({
    subject: words`El acceso de ${company} termina el ${day('es', endsOn)}`,
    preview: words`Sus metadatos necesitan un certificado nuevo.`,
    heading: words`${company} necesita metadatos nuevos`,
    lines: [
      words`Los metadatos de ${company}, o su último certificado, terminan el ${day('es', endsOn)}. Después nadie de allí podrá iniciar sesión en ${product}.`,
      words`Pide a la empresa un certificado nuevo. Si sus metadatos tienen una dirección, llegará solo; si no, pega el archivo nuevo.`,
    ],
    action: { label: words`Abrir la empresa`, link },
    reason: 'account',
  }),

  test_mail: ({ at }, product) => ({
    subject: words`Una prueba de ${product}`,
    preview: words`Los correos salen del servidor y te llegan.`,
    heading: words`Funciona`,
    lines: [
      words`Pediste esta prueba en el área de administración el ${moment('es', at)}. Los correos salen del servidor y llegan a tu bandeja.`,
    ],
    reason: 'account',
  }),
}

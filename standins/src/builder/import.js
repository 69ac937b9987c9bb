// Imports at once and stays while it does, like the real page: extensions see the import. The button is for browsers without scripts.
const form = document.querySelector('#import')
const state = document.querySelector('#state')

form.hidden = true
state.textContent = 'Cloning the repository…'

try {
  const reply = await fetch(location.pathname, {
    method: 'POST',
    headers: { accept: 'application/json' },
  })
  const { id, error } = await reply.json()
  if (id) location.replace(`/~/${id}`)
  else fail(error)
} catch {
  fail('The connection broke off')
}

function fail(problem) {
  state.textContent = problem
  form.hidden = false
  form.querySelector('button').textContent = 'Try again'
}

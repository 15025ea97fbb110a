import { defineComponent, h, onMounted, ref, watch } from 'vue'

/* global history, location -- this runs in a page */

/** @typedef {Event & { target: HTMLInputElement | HTMLSelectElement }} FieldEvent of a field of the form */

/** Search form for the page of claims: hides the rows of its tables that do not match. */
export const ClaimFilter = defineComponent(() => {
  const words = ref('')
  const verdict = ref('')
  const verdicts = ref(/** @type {string[]} */ ([]))
  const counted = ref('')

  const rows = () => [...document.querySelectorAll('.vp-doc tbody tr')].map((row) => ({
    row: /** @type {HTMLElement} */ (row),
    text: String(row.textContent).toLowerCase(),
    // keeps only the verdict of a text such as "no longer (since Node 8)"
    verdict: String(row.querySelector('td:last-child strong')?.textContent).replace(/ \(.*/, ''),
  }))

  const show = () => {
    const all = rows()
    const wanted = words.value.toLowerCase().split(/\s+/)
    const found = all.filter((one) => (!verdict.value || one.verdict === verdict.value) && wanted.every((word) => one.text.includes(word)))
    for (const { row } of all) row.hidden = true
    for (const { row } of found) row.hidden = false
    for (const table of document.querySelectorAll('.vp-doc table')) {
      const isEmpty = !table.querySelector('tbody tr:not([hidden])')
      for (const element of [table, table.previousElementSibling]) /** @type {HTMLElement} */ (element).hidden = isEmpty
    }
    counted.value = found.length === all.length ? `all ${all.length} claims` : `${found.length} of ${all.length} claims`
    const entries = Object.entries({ words: words.value, verdict: verdict.value }).filter(([, value]) => value)
    const asked = new URLSearchParams(entries).toString()
    history.replaceState(history.state, '', `${asked ? `?${asked}` : location.pathname}${location.hash}`)
  }

  onMounted(() => {
    const asked = new URLSearchParams(location.search)
    verdicts.value = [...new Set(rows().map((one) => one.verdict))]
    words.value = asked.get('words') ?? ''
    verdict.value = verdicts.value.find((one) => one === asked.get('verdict')) ?? ''
    show()
  })
  watch([words, verdict], show)

  return () => h('form', { class: 'claim-filter', role: 'search', onSubmit: (/** @type {Event} */ event) => event.preventDefault() }, [
    h('label', ['Search for ', h('input', { type: 'search', value: words.value, onInput: (/** @type {FieldEvent} */ event) => { words.value = event.target.value } })]),
    h('label', ['Verdict ', h('select', { value: verdict.value, onChange: (/** @type {FieldEvent} */ event) => { verdict.value = event.target.value } }, [
      h('option', { value: '' }, 'any'),
      ...verdicts.value.map((one) => h('option', { value: one }, one)),
    ])]),
    h('output', counted.value),
  ])
})

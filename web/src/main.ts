// Where the client begins.
import { mount } from 'svelte';
import App from './App.svelte';
import { offline } from './lib/offline.svelte';
import { upgrade } from './lib/upgrade.svelte';
import './app.css';

upgrade.start();
offline.start();
mount(App, { target: document.getElementById('app')! });

// Where the client begins.
import { mount } from 'svelte';
import App from './App.svelte';
import { upgrade } from './lib/upgrade.svelte';
import './app.css';

upgrade.start();
mount(App, { target: document.getElementById('app')! });

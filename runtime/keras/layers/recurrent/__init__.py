"""Recurrent layers: cells, the loops over them, and wrappers."""

from runtime.keras.layers.recurrent.cells import GRUCell, LSTMCell, SimpleRNNCell, StackedRNNCells
from runtime.keras.layers.recurrent.rnn import GRU, LSTM, RNN, SimpleRNN
from runtime.keras.layers.recurrent.wrappers import Bidirectional, TimeDistributed, Wrapper
